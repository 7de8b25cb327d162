package io.keyfold.store;

import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a group begins to read. A mirror whose group has nothing committed for a partition, or an offset that is not in
 * the log any more, begins at the last stable offset: all below is then restored in bulk. Where others are already in the
 * group, or the principal may not, it begins as Kafka Streams does, which is slower and as right.
 */
final class GroupStart {

    private static final Logger LOG = LoggerFactory.getLogger(GroupStart.class);

    private final Admin admin;
    private final String group;
    private final Duration timeout;

    private GroupStart(Admin admin, String group, Duration timeout) {
        this.admin = admin;
        this.group = group;
        this.timeout = timeout;
    }

    /**
     * Moves the group where that helps, before anybody joins it.
     *
     * @throws StoreRefusedException if what is derived from a table has lost its place in the topic
     * @throws KafkaException if that could not be told
     */
    static void prepare(Admin admin, String group, TableRuns runs, Map<String, String> streams, Duration timeout) {
        GroupStart start = new GroupStart(admin, group, timeout);
        boolean isMirror = runs.all().get(0).materialization() == Materialization.SOURCE_TOPIC;
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = start.committed();
            for (TableRun run : runs.all()) {
                if (isMirror) {
                    start.move(run, committed);
                } else {
                    start.check(run, committed, streams);
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            String why = StartCheck.rootMessage(e);
            if (!isMirror) {
                throw new KafkaException("where group " + group + " is could not be told: " + why, e);
            }
            LOG.info("Group {} begins where Kafka Streams puts it: {}", group, why);
        } catch (InterruptedException e) {
            throw new InterruptException("interrupted while the group's offsets were looked up", e);
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> committed()
            throws InterruptedException, ExecutionException, TimeoutException {
        return committed(new ListConsumerGroupOffsetsOptions());
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(ListConsumerGroupOffsetsOptions options)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listConsumerGroupOffsets(group, options)
                .partitionsToOffsetAndMetadata()
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void move(TableRun run, Map<TopicPartition, OffsetAndMetadata> committed)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, OffsetAndMetadata> targets = new HashMap<>();
        Set<Integer> first = new HashSet<>();
        SourceTopic source = run.source();
        for (int partition = 0; partition < source.partitionCount(); partition++) {
            TopicPartition topicPartition = new TopicPartition(source.topic(), partition);
            OffsetAndMetadata known = committed.get(topicPartition);
            if (known == null
                    || (source.outside(partition, known.offset()).isPresent()
                            && !isReadOn(source, topicPartition, known.offset()))) {
                targets.put(
                        topicPartition,
                        new OffsetAndMetadata(source.partitions().get(partition).lastStable()));
            }
            if (known == null) {
                first.add(partition);
            }
        }
        run.firstLoads(first);
        if (targets.isEmpty()) {
            return;
        }
        admin.alterConsumerGroupOffsets(group, targets).all().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        LOG.info("{} is loaded in bulk: {} of its partitions", run.contract().name(), targets.size());
    }

    /** Aggregates and joins are as far as the group is: with a gap before it they would be wrong for ever. */
    private void check(TableRun run, Map<TopicPartition, OffsetAndMetadata> committed, Map<String, String> streams)
            throws InterruptedException, ExecutionException, TimeoutException {
        SourceTopic source = run.source();
        List<Integer> without = new ArrayList<>();
        for (int partition = 0; partition < source.partitionCount(); partition++) {
            TopicPartition topicPartition = new TopicPartition(source.topic(), partition);
            OffsetAndMetadata known = committed.get(topicPartition);
            if (known == null) {
                without.add(partition);
                continue;
            }
            Optional<String> lost = run.lost(partition, known.offset());
            if (lost.isPresent() && !isReadOn(source, topicPartition, known.offset())) {
                throw new StoreRefusedException(lost.get() + "; " + StoreRefusedException.DERIVED);
            }
        }
        if (without.isEmpty()) {
            return;
        }
        String changelog = run.changelog().topic();
        without.retainAll(ChangelogProbe.written(streams, changelog, timeout));
        if (without.isEmpty()) {
            return;
        }
        // Another instance may have committed its first transaction meanwhile: its offsets are there once that is
        // through.
        Map<TopicPartition, OffsetAndMetadata> now =
                committed(new ListConsumerGroupOffsetsOptions().requireStable(true));
        without.removeIf(partition -> now.containsKey(new TopicPartition(source.topic(), partition)));
        if (!without.isEmpty()) {
            throw new StoreRefusedException("group " + group + " has no offsets any more for partitions " + without
                    + " of topic " + source.topic() + ", and " + changelog + " has records of them; "
                    + StoreRefusedException.DERIVED);
        }
    }

    /** Whether another instance has read on, to records that were written since the ends of the log were looked up. */
    private boolean isReadOn(SourceTopic source, TopicPartition partition, long position)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (position <= source.partitions().get(partition.partition()).end()) {
            return false;
        }
        long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .offset();
        return position <= end;
    }
}
