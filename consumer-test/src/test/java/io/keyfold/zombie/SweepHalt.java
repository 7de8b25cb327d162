package io.keyfold.zombie;

import io.keyfold.UpsertTable;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.AuditProgress.Phase;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Ends the process as a kill would while rows are being swept, watching on a thread of its own. */
final class SweepHalt {

    /** As of a process killed by SIGKILL. */
    static final int EXIT = 137;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

    private final UpsertTable<RowJson> table;
    private final HaltAt haltAt;
    private volatile boolean swept;

    private SweepHalt(UpsertTable<RowJson> table, HaltAt haltAt) {
        this.table = table;
        this.haltAt = haltAt;
    }

    /** Before the consumer starts. */
    static void begin(UpsertTable<RowJson> table, HaltAt haltAt) {
        if (haltAt.moment() == HaltAt.Moment.NEVER || haltAt.moment() == HaltAt.Moment.IN_WINDOW) {
            return;
        }
        SweepHalt halt = new SweepHalt(table, haltAt);
        table.subscribe(halt::heard);
        Thread thread = new Thread(halt::watch, "sweep-halt");
        thread.setDaemon(true);
        thread.start();
    }

    private void heard(RowChange<RowJson> change) {
        swept |= change.cause() == Cause.SWEPT;
    }

    private void watch() {
        int seen = 0;
        while (seen < haltAt.looks()) {
            seen += isIt() ? 1 : 0;
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        Runtime.getRuntime().halt(EXIT);
    }

    private boolean isIt() {
        return switch (haltAt.moment()) {
            case SCANNING -> isIn(Phase.SCANNING);
            case SWEEPING -> isIn(Phase.SWEEPING);
            case SWEPT -> swept;
            case IN_WINDOW, NEVER -> false;
        };
    }

    private boolean isIn(Phase phase) {
        return table.status().partitions().stream()
                .anyMatch(partition -> partition
                        .freshness()
                        .audit()
                        .map(AuditProgress::phase)
                        .filter(phase::equals)
                        .isPresent());
    }
}
