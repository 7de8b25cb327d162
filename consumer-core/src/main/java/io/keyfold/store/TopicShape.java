package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.TopicNote.Weight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * How a topic lies on its brokers at one time.
 *
 * @param topic its name
 * @param brokers how many brokers the cluster has
 * @param partitions its partitions, by number
 */
record TopicShape(String topic, int brokers, List<Partition> partitions) {

    /** How many times what the others have on average one partition may have. */
    static final int MOST_TIMES_THE_OTHERS = 4;

    /** Offsets of all partitions together below which chance alone may make one the larger. */
    static final long LEAST_OFFSETS = 10_000;

    private static final int LEAST_REPLICAS = 2;

    /**
     * One partition.
     *
     * @param replicas how many brokers keep it
     * @param written offsets between the log's start and its end. Not rows, nor records that are still there: what was compacted
     *     counts, and so do transaction markers
     */
    record Partition(int replicas, long written) {}

    TopicShape {
        partitions = List.copyOf(partitions);
    }

    /** Asks the broker. */
    static TopicShape ask(Admin admin, String topic, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + timeout.toNanos();
        KafkaFuture<Integer> brokers = admin.describeCluster().nodes().thenApply(nodes -> nodes.size());
        TopicDescription description =
                requireNonNull(get(admin.describeTopics(List.of(topic)).allTopicNames(), deadline)
                        .get(topic));
        int count = description.partitions().size();
        ListOffsetsResult starts = admin.listOffsets(each(topic, count, OffsetSpec.earliest()));
        ListOffsetsResult ends = admin.listOffsets(each(topic, count, OffsetSpec.latest()));
        List<Partition> partitions = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            TopicPartition partition = new TopicPartition(topic, p);
            long start = get(starts.partitionResult(partition), deadline).offset();
            long end = get(ends.partitionResult(partition), deadline).offset();
            partitions.add(
                    new Partition(description.partitions().get(p).replicas().size(), Math.max(0, end - start)));
        }
        return new TopicShape(topic, get(brokers, deadline), partitions);
    }

    private static Map<TopicPartition, OffsetSpec> each(String topic, int count, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> each = new HashMap<>();
        IntStream.range(0, count).forEach(p -> each.put(new TopicPartition(topic, p), spec));
        return each;
    }

    private static <T> T get(KafkaFuture<T> future, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** What somebody should look at. */
    List<TopicNote> notes() {
        List<TopicNote> notes = new ArrayList<>();
        replication().ifPresent(notes::add);
        skew().ifPresent(notes::add);
        return notes;
    }

    private Optional<TopicNote> replication() {
        List<Integer> alone = IntStream.range(0, partitions.size())
                .filter(p -> partitions.get(p).replicas() < LEAST_REPLICAS)
                .boxed()
                .toList();
        if (alone.isEmpty()) {
            return Optional.empty();
        }
        if (brokers < LEAST_REPLICAS) {
            return Optional.of(new TopicNote(
                    "replication",
                    Weight.INFO,
                    topic,
                    "topic " + topic
                            + " is kept by one broker, and the cluster has no other: with its disk all records are"
                            + " lost",
                    "where rows must outlive a broker, run three and give the topic a replication factor of 3"));
        }
        return Optional.of(new TopicNote(
                "replication",
                Weight.WARNING,
                topic,
                alone.size() + " of " + partitions.size() + " partitions of topic " + topic + ", the first "
                        + new TopicPartition(topic, alone.get(0)) + ", are kept by one broker of " + brokers
                        + ": with its disk their records are lost, and while it is away nothing is read from them",
                "give the topic a replication factor of " + Math.min(3, brokers)
                        + ", with kafka-reassign-partitions.sh"));
    }

    private Optional<TopicNote> skew() {
        long all = partitions.stream().mapToLong(Partition::written).sum();
        int count = partitions.size();
        int most = IntStream.range(0, count)
                .boxed()
                .max((a, b) -> Long.compare(
                        partitions.get(a).written(), partitions.get(b).written()))
                .orElse(0);
        long others = all - partitions.get(most).written();
        if (count < 2
                || all < LEAST_OFFSETS
                || partitions.get(most).written() * (count - 1) <= others * MOST_TIMES_THE_OTHERS) {
            return Optional.empty();
        }
        TopicPartition partition = new TopicPartition(topic, most);
        return Optional.of(new TopicNote(
                "partition-skew",
                Weight.WARNING,
                partition.toString(),
                "partition " + partition + " has had " + partitions.get(most).written()
                        + " offsets written, and the others " + others / (count - 1) + " on average"
                        + ": whoever reads it does most of the work (offsets are not rows: what was compacted away"
                        + " and transaction markers count too)",
                "see whether a finding hot-keys names rows of it; else have the writer partition by the hash of the whole"
                        + " key, as Flink's upsert-kafka sink does, and write the topic anew"));
    }
}
