package io.keyfold.micronaut.health;

import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in words why a table is not ready. */
public final class ReadinessReason {

    private ReadinessReason() {}

    /**
     * {@return why the table is not ready, such as {@code dwd_order_item is not ready: partition 3 is restoring}; empty
     * if it is ready}
     *
     * @param status the table's state
     */
    public static Optional<String> of(TableStatus status) {
        if (status.isReady()) {
            return Optional.empty();
        }
        return Optional.of(status.table() + " is not ready: "
                + status.failure()
                        .map(failure -> "it has stopped for good: " + failure)
                        .or(() -> status.waiting().map(waiting -> "it waits: " + waiting))
                        .orElseGet(() -> partitions(status)));
    }

    private static String partitions(TableStatus status) {
        if (!status.isAssigned()) {
            return "the group has not told this instance its partitions of " + status.topic() + " yet";
        }
        return status.partitions().stream()
                .filter(partition -> !status.mayRead(partition))
                .map(ReadinessReason::words)
                .collect(Collectors.joining(", "));
    }

    private static String words(PartitionStatus partition) {
        String state = partition.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String withheld = partition
                .freshness()
                .stale()
                .filter(mark -> isWithheld(partition.state()))
                .map(mark -> ", and its rows are withheld (" + mark.reason() + ")")
                .orElse("");
        String progress =
                partition.restore().isPresent() ? ": " + partition.diagnosis().sentence() : "";
        return "partition " + partition.partition() + " is " + state + withheld + progress;
    }

    private static boolean isWithheld(PartitionState state) {
        return state == PartitionState.SUSPECT || state == PartitionState.AUDITING;
    }
}
