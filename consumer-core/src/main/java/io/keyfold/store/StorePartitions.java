package io.keyfold.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;

/**
 * Which partition of a store a key has, as Kafka Streams reckons it from the topics that feed the store. The group tells it only to
 * instances that have an address: for the others the broker is asked how many partitions those topics have. Any thread; the first
 * that asks waits a moment for the broker.
 */
final class StorePartitions {

    private static final int ANSWER_MS = 10_000;
    private static final long WAIT_MS = 1_000;
    private static final String INTERNAL_SUFFIX = "-repartition";

    private final Map<String, Set<String>> topics = new HashMap<>();
    private final Function<Set<String>, CompletableFuture<Integer>> most;
    private final Map<String, CompletableFuture<Integer>> counts = new ConcurrentHashMap<>();

    /**
     * Those of a topology.
     *
     * @param topology the topology
     * @param applicationId what its internal topics are called by
     * @param most tells how many partitions the largest of some topics has
     */
    StorePartitions(Topology topology, String applicationId, Function<Set<String>, CompletableFuture<Integer>> most) {
        this.most = most;
        topology.describe()
                .subtopologies()
                .forEach(part -> part.nodes().forEach(node -> {
                    if (node instanceof TopologyDescription.Processor processor) {
                        processor
                                .stores()
                                .forEach(store -> feeding(
                                        processor,
                                        applicationId,
                                        topics.computeIfAbsent(store, name -> new TreeSet<>())));
                    }
                }));
    }

    static StorePartitions of(Topology topology, String applicationId, Admin admin) {
        return new StorePartitions(
                topology,
                applicationId,
                names -> admin.describeTopics(names, new DescribeTopicsOptions().timeoutMs(ANSWER_MS))
                        .allTopicNames()
                        .toCompletionStage()
                        .toCompletableFuture()
                        .thenApply(found -> most(found.values())));
    }

    private static int most(Collection<TopicDescription> found) {
        return found.stream().mapToInt(topic -> topic.partitions().size()).max().orElse(0);
    }

    private static void feeding(TopologyDescription.Node node, String applicationId, Set<String> topics) {
        if (node instanceof TopologyDescription.Source source && source.topicSet() != null) {
            topics.addAll(source.topicSet().stream()
                    .map(topic -> topic.endsWith(INTERNAL_SUFFIX) ? applicationId + "-" + topic : topic)
                    .collect(Collectors.toSet()));
        }
        node.predecessors().forEach(before -> feeding(before, applicationId, topics));
    }

    /** Empty until the broker has told it; throws IllegalArgumentException if there is no such store. */
    <K> OptionalInt of(String store, K key, Serializer<K> keys) {
        Set<String> names = topics.get(store);
        if (names == null) {
            throw new IllegalArgumentException("store: " + store + " (expected: one of the topology)");
        }
        if (names.isEmpty()) {
            return OptionalInt.empty(); // a global one
        }
        CompletableFuture<Integer> asked = counts.computeIfAbsent(store, name -> most.apply(names));
        int count = count(asked);
        if (asked.isCompletedExceptionally()) {
            counts.remove(store, asked); // the group may just be making them
        }
        return count == 0
                ? OptionalInt.empty()
                : OptionalInt.of(Homes.partition(keys.serialize(names.iterator().next(), key), count));
    }

    private static int count(CompletableFuture<Integer> asked) {
        try {
            return asked.get(WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } catch (ExecutionException | TimeoutException e) {
            return 0; // not told yet
        }
    }
}
