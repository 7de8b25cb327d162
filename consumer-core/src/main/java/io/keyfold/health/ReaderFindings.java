package io.keyfold.health;

import io.keyfold.metrics.RestoreProgress;
import io.keyfold.store.PartitionProgress;
import io.keyfold.store.TableStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes findings of threads that stand still and of restores that do not go on. */
final class ReaderFindings {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final TableStore store;

    ReaderFindings(TableStore store) {
        this.store = store;
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>();
        if (store.waiting().isEmpty()) { // else that is what holds the thread
            store.stuck().ifPresent(stuck -> all.add(stuck(stuck)));
        }
        store.progress().forEach(progress -> restore(progress).ifPresent(all::add));
        return all;
    }

    private Finding stuck(String stuck) {
        return new Finding(
                "reader-stuck",
                store.contract().name(),
                Severity.ERROR,
                stuck,
                "Nothing is read meanwhile; what is there is served. If the broker is slow or gone, mend that. If it is in code of"
                        + " your own topology, have that wait for nobody. If it lasts longer than max.poll.interval.ms the table"
                        + " fails, so that liveness has the service started again.",
                Optional.empty());
    }

    private Optional<Finding> restore(PartitionProgress progress) {
        return progress.restore()
                .filter(restore -> restore.standing().compareTo(PATIENCE) >= 0)
                .map(restore -> stands(progress.partition(), restore));
    }

    private Finding stands(int partition, RestoreProgress restore) {
        return new Finding(
                "restore-stands",
                store.contract().topic() + "-" + partition,
                Severity.WARNING,
                "the restore of partition " + partition + " has brought nothing for "
                        + restore.standing().toSeconds() + " s; it is at " + restore.next() + " of " + restore.to(),
                "See whether the broker is well, and whether a quota holds this client back. It goes on by itself.",
                Optional.of(Instant.now().minus(restore.standing())));
    }
}
