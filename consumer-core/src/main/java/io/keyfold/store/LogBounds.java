package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounds of one partition's log.
 *
 * @param start where it begins; 0 of a topic whose records do not expire, of which it is not asked
 * @param end where its stable part ends
 * @param highWatermark where all of it ended, exclusive, a moment before; empty if that was not told
 */
record LogBounds(long start, StableEnd end, OptionalLong highWatermark) {

    private static final Logger LOG = LoggerFactory.getLogger(LogBounds.class);
    private static final long ANSWER_TIMEOUT_MS = 2_000;

    /** Those of each copy's partition, as far as the brokers tell them in time: one that does not answer holds up itself alone. */
    static Map<LocalCopy, LogBounds> of(List<Audit.Target> targets, Admin admin) throws InterruptedException {
        if (targets.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        for (Audit.Target target : targets) {
            latest.put(target.topicPartition(), OffsetSpec.latest());
            if (target.run().task().expires()) {
                earliest.put(target.topicPartition(), OffsetSpec.earliest());
            }
        }
        // In this order: with no transaction open, the stable end then is not below the high watermark.
        Map<TopicPartition, Long> highWatermarks = offsets(admin.listOffsets(latest), latest.keySet());
        long nowMs = System.currentTimeMillis();
        ListOffsetsResult ends = admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
        Map<TopicPartition, Long> starts =
                earliest.isEmpty() ? Map.of() : offsets(admin.listOffsets(earliest), earliest.keySet());
        Map<TopicPartition, Long> stable = offsets(ends, latest.keySet());
        Map<LocalCopy, LogBounds> told = new HashMap<>();
        for (Audit.Target target : targets) {
            TopicPartition partition = target.topicPartition();
            Long end = stable.get(partition);
            Long start = earliest.containsKey(partition) ? starts.get(partition) : Long.valueOf(0);
            Long highWatermark = highWatermarks.get(partition);
            if (end != null && start != null) {
                told.put(
                        target.copy(),
                        new LogBounds(
                                start,
                                new StableEnd(nowMs, end),
                                highWatermark == null ? OptionalLong.empty() : OptionalLong.of(highWatermark)));
            }
        }
        return told;
    }

    /** Of those partitions whose leader answers in time. */
    private static Map<TopicPartition, Long> offsets(ListOffsetsResult result, Set<TopicPartition> partitions)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS);
        Map<TopicPartition, Long> told = new HashMap<>();
        for (TopicPartition partition : partitions) {
            try {
                long leftNanos = Math.max(0, deadline - System.nanoTime());
                told.put(
                        partition,
                        requireNonNull(result.partitionResult(partition).get(leftNanos, TimeUnit.NANOSECONDS))
                                .offset());
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("An end of {} is not told; the next look asks again", partition, e);
            }
        }
        return told;
    }
}
