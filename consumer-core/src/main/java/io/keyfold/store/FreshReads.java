package io.keyfold.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers each question by reads of its own, which are for one thread. Any thread may ask.
 *
 * @param here what tells as much where nothing is waited for, and costs less; empty if nothing does
 * @param reads makes them
 */
record FreshReads(Optional<TableReads> here, Supplier<TableReads> reads) implements TableReads {

    @Override
    public Lookup get(KeyBytes key) {
        return reads.get().get(key);
    }

    @Override
    public Optional<Lookup> peek(KeyBytes key) {
        return here.isPresent() ? here.get().peek(key) : reads.get().peek(key);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> keys) {
        return reads.get().getAll(keys);
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        return reads.get().list(range, limit);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        return reads.get().count(range, limit);
    }

    @Override
    public Listing listIndexed(String index, KeyRange range, int limit) {
        return reads.get().listIndexed(index, range, limit);
    }

    @Override
    public GroupListing groups(String total, KeyRange range, int limit) {
        return reads.get().groups(total, range, limit);
    }

    @Override
    public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
        return reads.get().greatestGroups(total, range, limit, mostGroups);
    }
}
