package io.keyfold.crash;

import io.keyfold.UpsertTable;
import io.keyfold.health.TableStatus;
import io.keyfold.row.RowJson;

/** Ends the process as a kill would while an index or a total is being built, watching it on a thread of its own. */
final class BuildHalt {

    private final UpsertTable<RowJson> table;
    private final long rows;
    private final Runnable missed;

    private BuildHalt(UpsertTable<RowJson> table, long rows, Runnable missed) {
        this.table = table;
        this.rows = rows;
        this.missed = missed;
    }

    /** Halts once so many rows of a partition are in something that is being built; tells if all is built before. */
    static void begin(UpsertTable<RowJson> table, long rows, Runnable missed) {
        Thread thread = new Thread(new BuildHalt(table, rows, missed)::watch, "build-halt");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        TableStatus status = table.status();
        while (!(status.isReady() && status.isBuilt() && status.partitions().size() == status.partitionCount())) {
            if (isSoFar(status)) {
                Runtime.getRuntime().halt(CommitWindow.EXIT);
            }
            Thread.onSpinWait();
            status = table.status();
        }
        missed.run();
    }

    private boolean isSoFar(TableStatus status) {
        return status.partitions().stream()
                .flatMap(partition -> partition.builds().stream())
                .anyMatch(build -> build.rows() >= rows);
    }
}
