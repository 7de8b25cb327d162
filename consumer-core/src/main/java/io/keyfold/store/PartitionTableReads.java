package io.keyfold.store;

import java.util.List;
import java.util.Optional;

/** A table's questions, answered out of its partitions, wherever they are. */
record PartitionTableReads(MergedReads rows, ProjectionReads projected) implements TableReads {

    static PartitionTableReads of(PartitionReads partitions, TableTask task) {
        MergedReads rows = new MergedReads(partitions, task.rows());
        return new PartitionTableReads(rows, new ProjectionReads(partitions, task, rows));
    }

    @Override
    public Lookup get(KeyBytes key) {
        return rows.get(key);
    }

    @Override
    public Optional<Lookup> peek(KeyBytes key) {
        return rows.peek(key);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> keys) {
        return rows.getAll(keys);
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        return rows.list(range, limit);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        return rows.count(range, limit);
    }

    @Override
    public Listing listIndexed(String index, KeyRange range, int limit) {
        return projected.list(index, range, limit);
    }

    @Override
    public GroupListing groups(String total, KeyRange range, int limit) {
        return projected.groups(total, range, limit);
    }

    @Override
    public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
        return projected.greatest(total, range, limit, mostGroups);
    }
}
