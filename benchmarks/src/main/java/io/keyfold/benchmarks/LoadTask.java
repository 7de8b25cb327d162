package io.keyfold.benchmarks;

import java.util.Map;

/** A table, read from its topic. Timed from just before its start until all is in it; the table's making is not. */
final class LoadTask implements Task {

    private final Assignment assignment;

    LoadTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() throws InterruptedException {
        TableReader table = TableReader.of(assignment);
        long nanos;
        try (Progress progress = Progress.of(assignment.contender().label(), assignment.records())) {
            progress.watch(table::records);
            long begin = System.nanoTime();
            table.start();
            table.awaitLoaded(assignment.records());
            nanos = System.nanoTime() - begin;
        }
        Numbers numbers = new Numbers(Map.of(
                Numbers.RECORDS, assignment.records(), Numbers.NANOS, nanos, Numbers.RESTORED, table.restored()));
        Expected.after(assignment.traffic(), assignment.records()).verify(table);
        if (assignment.task() == Kind.READ) {
            table.close();
        }
        return numbers;
    }
}
