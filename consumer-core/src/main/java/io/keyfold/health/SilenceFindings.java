package io.keyfold.health;

import static java.util.stream.Collectors.joining;

import io.keyfold.metrics.LogEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes findings of partitions whose reader is behind, or of which the broker tells nothing. They are gone with their cause. */
final class SilenceFindings {

    private static final int MOST_NAMED = 5;

    private final String topic;
    private final List<PartitionStatus> lagging = new ArrayList<>();
    private final List<PartitionStatus> silent = new ArrayList<>();

    SilenceFindings(String topic) {
        this.topic = topic;
    }

    void note(PartitionStatus partition) {
        if (partition.diagnosis().verdict() == PartitionDiagnosis.Verdict.BROKER_SILENT) {
            silent.add(partition);
        } else if (partition.state() == PartitionState.LAGGING) {
            lagging.add(partition);
        }
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>();
        if (!silent.isEmpty()) {
            all.add(new Finding(
                    "broker-silent",
                    topic,
                    Severity.ERROR,
                    "the broker does not say where the logs end: " + each(silent),
                    "Rows are served as they were read; newer data may be there. See whether the brokers are up and can be"
                            + " reached from here, and whether the partitions have leaders.",
                    earliest(silent, LogEnd::toldAt)));
        }
        if (!lagging.isEmpty()) {
            all.add(new Finding(
                    "reader-lags",
                    topic,
                    Severity.WARNING,
                    "what was committed is not read in time: " + some(lagging, SilenceFindings::lag),
                    "See whether more is written than this instance can read (CPU, disk, stream threads), whether a listener or"
                            + " a dead letter holds it, and whether partitions could move to another instance.",
                    earliest(lagging, LogEnd::readThrough)));
        }
        return all;
    }

    private static String each(List<PartitionStatus> partitions) {
        return some(
                partitions,
                one -> "partition " + one.partition() + ", " + one.diagnosis().sentence());
    }

    private static String some(List<PartitionStatus> partitions, Function<PartitionStatus, String> words) {
        return partitions.stream().limit(MOST_NAMED).map(words).collect(joining("; "))
                + (partitions.size() > MOST_NAMED
                        ? "; and " + (partitions.size() - MOST_NAMED) + " partitions more"
                        : "");
    }

    private static String lag(PartitionStatus partition) {
        return "partition " + partition.partition() + ", "
                + (partition.lag().isPresent()
                        ? PartitionDiagnoses.offsets(partition.lag().getAsLong()) + " left"
                        : "how much is left is not known")
                + partition
                        .logEnd()
                        .readThrough()
                        .map(at -> ", all that was committed by " + PartitionDiagnoses.time(at) + " is read")
                        .orElse("")
                + partition
                        .logEnd()
                        .oldestUnread()
                        .map(at -> ", the oldest unread record is of " + PartitionDiagnoses.time(at))
                        .orElse("");
    }

    private static Optional<Instant> earliest(
            List<PartitionStatus> partitions, Function<LogEnd, Optional<Instant>> time) {
        return partitions.stream()
                .flatMap(one -> time.apply(one.logEnd()).stream())
                .min(Comparator.naturalOrder());
    }
}
