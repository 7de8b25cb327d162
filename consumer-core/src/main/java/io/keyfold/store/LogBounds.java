package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param highWatermark where all of it ends, exclusive
 */
record LogBounds(long start, StableEnd end, long highWatermark) {

    private static final Logger LOG = LoggerFactory.getLogger(LogBounds.class);
    private static final long ANSWER_TIMEOUT_MS = 5_000;

    /** Those of each copy's partition, as far as the broker tells them in time. */
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
        long nowMs = System.currentTimeMillis();
        ListOffsetsResult ends = admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
        ListOffsetsResult highWatermarks = admin.listOffsets(latest);
        ListOffsetsResult starts = earliest.isEmpty() ? ends : admin.listOffsets(earliest);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS);
        Map<LocalCopy, LogBounds> told = new HashMap<>();
        for (Audit.Target target : targets) {
            TopicPartition partition = target.topicPartition();
            try {
                long end = offset(ends, partition, deadline);
                long start = earliest.containsKey(partition) ? offset(starts, partition, deadline) : 0;
                told.put(
                        target.copy(),
                        new LogBounds(start, new StableEnd(nowMs, end), offset(highWatermarks, partition, deadline)));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The ends of {} are not told; the next look asks again", partition, e);
            }
        }
        return told;
    }

    private static long offset(ListOffsetsResult result, TopicPartition partition, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        return requireNonNull(result.partitionResult(partition)
                        .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS))
                .offset();
    }
}
