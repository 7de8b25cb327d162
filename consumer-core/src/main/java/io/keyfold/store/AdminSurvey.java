package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.CoordinatorProbe.Refusal;
import io.keyfold.store.TransactionEvidence.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The survey by Kafka's admin client. What is refused, or not answered in time, is told in words. Belongs to one thread. */
final class AdminSurvey implements TransactionSurvey {

    private static final Logger LOG = LoggerFactory.getLogger(AdminSurvey.class);
    private static final int ANSWER_MS = 3_000;
    private static final String LONGEST_TIMEOUT = "transaction.max.timeout.ms";

    private static final long LONGEST_TIMEOUT_AGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Admin admin;
    private final CoordinatorProbe probe;
    private @Nullable Long longestReadNanos;
    private Optional<Duration> longest = Optional.empty();

    AdminSurvey(Admin admin) {
        this.admin = admin;
        this.probe = new CoordinatorProbe(new AllCoordinators(), System::nanoTime);
    }

    @Override
    public Map<TopicPartition, Open> open(Collection<TopicPartition> partitions) throws InterruptedException {
        long deadline = deadline();
        DescribeProducersResult asked =
                admin.describeProducers(partitions, new DescribeProducersOptions().timeoutMs(ANSWER_MS));
        Map<TopicPartition, Open> told = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            try {
                List<ProducerState> open = get(asked.partitionResult(partition), deadline).activeProducers().stream()
                        .filter(producer ->
                                producer.currentTransactionStartOffset().isPresent())
                        .sorted(Comparator.comparingLong(producer ->
                                producer.currentTransactionStartOffset().orElseThrow()))
                        .toList();
                told.put(partition, new Open(open, Optional.empty()));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The leader of {} does not tell whose transactions are open", partition, e);
                String why = e.getCause() instanceof AuthorizationException
                        ? "this principal may not ask whose transactions are open; grant it READ on topic "
                                + partition.topic()
                        : "the leader of the partition does not say whose transactions are open (" + reason(e) + ")";
                told.put(partition, new Open(List.of(), Optional.of(why)));
            }
        }
        return told;
    }

    @Override
    public Map<Long, Told> coordinators(Collection<Long> producerIds) throws InterruptedException {
        List<String> silent = new ArrayList<>();
        Map<Long, String> ids = list(new HashSet<>(producerIds), silent);
        Map<Long, Told> told = new HashMap<>(describe(ids));
        if (told.size() < producerIds.size()) {
            Told rest = silent.isEmpty() ? probe() : new Told.Unseen(String.join(", ", silent));
            producerIds.forEach(id -> told.putIfAbsent(id, rest));
        }
        return told;
    }

    /** Transactional ids by producer id, of those that this principal may describe: a broker leaves the others out in silence. */
    private Map<Long, String> list(Set<Long> producerIds, List<String> silent) throws InterruptedException {
        long deadline = deadline();
        Map<Long, String> ids = new HashMap<>();
        try {
            Map<Integer, KafkaFuture<Collection<TransactionListing>>> brokers = get(
                    admin.listTransactions(new ListTransactionsOptions()
                                    .filterProducerIds(producerIds)
                                    .timeoutMs(ANSWER_MS))
                            .byBrokerId(),
                    deadline);
            for (Map.Entry<Integer, KafkaFuture<Collection<TransactionListing>>> broker : brokers.entrySet()) {
                try {
                    get(broker.getValue(), deadline)
                            .forEach(listing -> ids.put(listing.producerId(), listing.transactionalId()));
                } catch (ExecutionException | TimeoutException e) {
                    silent.add("broker " + broker.getKey() + " does not list its transactions (" + reason(e) + ")");
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            silent.add("the brokers do not list their transactions (" + reason(e) + ")");
        }
        ids.keySet().retainAll(producerIds); // a broker that is too old to filter lists all
        return ids;
    }

    private Map<Long, Told> describe(Map<Long, String> ids) throws InterruptedException {
        Map<Long, Told> told = new HashMap<>();
        if (ids.isEmpty()) {
            return told;
        }
        long deadline = deadline();
        DescribeTransactionsResult asked =
                admin.describeTransactions(ids.values(), new DescribeTransactionsOptions().timeoutMs(ANSWER_MS));
        for (Map.Entry<Long, String> id : ids.entrySet()) {
            try {
                told.put(id.getKey(), new Told.Known(id.getValue(), get(asked.description(id.getValue()), deadline)));
            } catch (ExecutionException | TimeoutException e) {
                told.put(
                        id.getKey(),
                        new Told.Unseen("the coordinator of transactional id " + id.getValue() + " does not answer ("
                                + reason(e) + ")"));
            }
        }
        return told;
    }

    private Told probe() throws InterruptedException {
        Optional<String> refusal = probe.refusal();
        return refusal.isPresent() ? new Told.Unseen(refusal.get()) : new Told.Nobody();
    }

    /** All coordinators there are. */
    private final class AllCoordinators implements CoordinatorProbe.Coordinators {

        @Override
        public OptionalInt count() throws InterruptedException {
            try {
                Map<String, TopicDescription> told = get(
                        admin.describeTopics(
                                        List.of(Topic.TRANSACTION_STATE_TOPIC_NAME),
                                        new DescribeTopicsOptions().timeoutMs(ANSWER_MS))
                                .allTopicNames(),
                        deadline());
                return OptionalInt.of(requireNonNull(told.get(Topic.TRANSACTION_STATE_TOPIC_NAME))
                        .partitions()
                        .size());
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("It cannot be read how many partitions the transaction log has", e);
                return OptionalInt.empty();
            }
        }

        @Override
        public Optional<Refusal> refusal(List<String> ids) throws InterruptedException {
            long deadline = deadline();
            DescribeTransactionsResult asked =
                    admin.describeTransactions(ids, new DescribeTransactionsOptions().timeoutMs(ANSWER_MS));
            for (String id : ids) {
                Optional<Exception> refusal = AdminSurvey.refusal(asked.description(id), deadline);
                if (refusal.isPresent()) {
                    return refusal.map(AllCoordinators::told);
                }
            }
            return Optional.empty();
        }

        private static Refusal told(Exception why) {
            return why.getCause() instanceof TransactionalIdAuthorizationException
                    ? new Refusal(
                            "this principal may not describe all transactional ids; grant it DESCRIBE on"
                                    + " transactional id *",
                            true)
                    : new Refusal("not every transaction coordinator answers (" + reason(why) + ")", false);
        }
    }

    private static Optional<Exception> refusal(KafkaFuture<?> description, long deadline) throws InterruptedException {
        try {
            get(description, deadline);
            return Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return e.getCause() instanceof TransactionalIdNotFoundException ? Optional.empty() : Optional.of(e);
        }
    }

    @Override
    public Optional<Duration> longestTimeout() throws InterruptedException {
        if (longestReadNanos == null || System.nanoTime() - longestReadNanos > LONGEST_TIMEOUT_AGE_NANOS) {
            longest = readLongestTimeout();
            longestReadNanos = System.nanoTime();
        }
        return longest;
    }

    /** Of all brokers, for any may be the coordinator. */
    private Optional<Duration> readLongestTimeout() throws InterruptedException {
        long deadline = deadline();
        try {
            List<ConfigResource> brokers = get(admin.describeCluster().nodes(), deadline).stream()
                    .map(Node::idString)
                    .map(id -> new ConfigResource(ConfigResource.Type.BROKER, id))
                    .toList();
            Map<ConfigResource, Config> configs =
                    get(admin.describeConfigs(brokers).all(), deadline);
            return longest(configs.values());
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} cannot be read", LONGEST_TIMEOUT, e);
            return Optional.empty();
        }
    }

    /** Empty if one of them does not tell: that one may allow more. */
    static Optional<Duration> longest(Collection<Config> brokers) {
        long longestMs = 0;
        for (Config broker : brokers) {
            ConfigEntry entry = broker.get(LONGEST_TIMEOUT);
            if (entry == null || entry.value() == null) {
                return Optional.empty();
            }
            try {
                longestMs = Math.max(longestMs, Long.parseLong(entry.value()));
            } catch (NumberFormatException e) {
                LOG.debug("{} is not a number", LONGEST_TIMEOUT, e);
                return Optional.empty();
            }
        }
        return brokers.isEmpty() ? Optional.empty() : Optional.of(Duration.ofMillis(longestMs));
    }

    private static String reason(Exception e) {
        return e instanceof TimeoutException || e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException
                ? "not within " + ANSWER_MS / 1_000 + " s"
                : StartCheck.rootMessage(e);
    }

    private static long deadline() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MS);
    }

    private static <T> T get(KafkaFuture<@Nullable T> future, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        return requireNonNull(future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    }
}
