package io.keyfold.benchmarks;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A loaded table that is idle, and then updates that all become visible at once. Its end is when all of them are applied
 * and the last one can be read, in ms of the wall clock, which the writer in another process shares.
 */
final class FollowTask implements Task {

    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    private final Assignment assignment;

    FollowTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() throws InterruptedException {
        String label = assignment.contender().label();
        try (TableReader table = TableReader.of(assignment)) {
            try (Progress progress = Progress.of(label + " loading", assignment.records())) {
                progress.watch(table::records);
                table.start();
                table.awaitLoaded(assignment.records());
            }
            long loaded = table.records();
            Expected expected = Expected.after(assignment.traffic(), assignment.records() + assignment.more());
            int lastKey = assignment.traffic().key(assignment.records() + assignment.more() - 1);
            System.out.println(ChildMain.LOADED);
            long done;
            try (Progress progress = Progress.of(label, assignment.more())) {
                progress.watch(() -> table.records() - loaded);
                while (table.records() - loaded < assignment.more() || !table.holds(lastKey, expected.value(lastKey))) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                done = System.currentTimeMillis();
            }
            expected.verify(table);
            return new Numbers(Map.of(Numbers.RECORDS, assignment.more(), Numbers.DONE_AT_MS, done));
        }
    }
}
