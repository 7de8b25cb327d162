package io.keyfold.benchmarks;

import java.util.Map;

/** The stock table without its local copy: what it restores, and how long that takes, the wait for the group apart. */
final class RestoreTask implements Task {

    private final Assignment assignment;

    RestoreTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() {
        try (StockReader table = new StockReader(assignment)) {
            try (Progress progress = Progress.of("stock restore", assignment.records())) {
                progress.watch(table::restored);
                table.start();
                table.awaitRestored();
            }
            Expected.after(assignment.traffic(), assignment.records()).verify(table);
            return new Numbers(Map.of(
                    Numbers.RECORDS,
                    table.restored(),
                    Numbers.NANOS,
                    table.restore().nanos()));
        }
    }
}
