package io.keyfold.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rocksdb.RocksDBException;

/**
 * RocksDB alone: the topic's keys and values as they are, batches of 1,000, no log, one database a partition as our table
 * has. The topic is copied to a file first. Timed is the filling and writing of each batch and the last flush; reading the
 * file is not.
 */
final class RocksTask implements Task {

    private static final int BATCH = 1_000;

    private final Assignment assignment;

    RocksTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() throws IOException, RocksDBException {
        Path copy = assignment.stateDir().resolve("topic");
        int partitions = TopicCopy.make(assignment, copy);
        try (RocksTables tables = RocksTables.open(assignment.stateDir(), partitions)) {
            long nanos = write(copy, tables);
            Expected.after(assignment.traffic(), assignment.records())
                    .verify(new RocksRows(assignment.traffic(), tables));
            return new Numbers(Map.of(Numbers.RECORDS, assignment.records(), Numbers.NANOS, nanos));
        }
    }

    private long write(Path copy, RocksTables tables) throws IOException, RocksDBException {
        long nanos = 0;
        List<TopicCopy.Entry> batch = new ArrayList<>(BATCH);
        try (TopicCopy topic = TopicCopy.open(copy);
                Progress progress = Progress.of("rocksdb", assignment.records())) {
            for (int partition = topic.read(BATCH, batch); partition >= 0; partition = topic.read(BATCH, batch)) {
                long begin = System.nanoTime();
                tables.write(partition, batch);
                nanos += System.nanoTime() - begin;
                progress.add(batch.size());
            }
            long begin = System.nanoTime();
            tables.flush();
            return nanos + System.nanoTime() - begin;
        }
    }
}
