package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.schemas.TableContract;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the broker, before anything is started, for what the tables need; says in one sentence what is missing. */
final class StartCheck {

    private static final String ADMIN_PREFIX = "admin.";

    private final ConsumerSettings settings;
    private final List<TableSettings> tables;
    private final long deadlineNanos;

    private StartCheck(ConsumerSettings settings, List<TableSettings> tables) {
        this.settings = settings;
        this.tables = tables;
        this.deadlineNanos = System.nanoTime() + settings.startTimeout().toNanos();
    }

    /** Of these of the consumer's tables. */
    static Cluster ask(ConsumerSettings settings, List<TableSettings> tables) {
        return new StartCheck(settings, tables).ask();
    }

    private Cluster ask() {
        Admin admin;
        try {
            admin = Admin.create(adminConfig(settings));
        } catch (KafkaException e) {
            String reason = rootMessage(e);
            throw new StartException(
                    settings.name(),
                    reason.contains("bootstrap")
                            ? "bootstrapServers " + settings.bootstrapServers() + " cannot be used: " + reason
                            : "streamsOverrides cannot be used: " + reason,
                    e);
        }
        try {
            return ask(admin);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private Cluster ask(Admin admin) {
        String clusterId = await(admin.describeCluster().clusterId(), "the cluster's id");
        List<String> topics = Cluster.topics(tables);
        Map<String, KafkaFuture<TopicDescription>> described =
                admin.describeTopics(topics).topicNameValues();
        Map<String, TopicDescription> sources = new HashMap<>();
        for (TableSettings table : tables) {
            String topic = table.contract().topic();
            sources.put(topic, description(described, topic, table, "topic"));
            table.deadLetters()
                    .topic()
                    .ifPresent(letters -> description(described, letters, table, "dead-letter topic"));
        }
        Map<String, SourceTopic> withEnds = new HashMap<>();
        sources.forEach((topic, description) -> withEnds.put(topic, withEnds(admin, clusterId, description)));
        TopicConfigs configs = TopicConfigs.atStart(admin, topics, settings.name(), left());
        tables.forEach(table -> requireKept(table.contract(), configs));
        return new Cluster(clusterId, withEnds, configs);
    }

    /** Whoever starts later has fewer rows than whoever has run all along: nobody has that without having asked for it. */
    private static void requireKept(TableContract contract, TopicConfigs configs) {
        CleanupPolicy policy = CleanupPolicy.of(configs, contract.topic());
        if (policy.expires() && !contract.requirements().recordsExpire()) {
            throw new StartException(contract.name(), policy.consequence() + "; " + TopicNotes.TO_DECLARE);
        }
    }

    private SourceTopic withEnds(Admin admin, String clusterId, TopicDescription description) {
        String topic = description.name();
        int count = description.partitions().size();
        List<Long> starts = offsets(admin, topic, count, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
        List<Long> lastStables = offsets(admin, topic, count, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        List<Long> ends = offsets(admin, topic, count, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
        return new SourceTopic(
                clusterId,
                topic,
                description.topicId().toString(),
                IntStream.range(0, count)
                        .mapToObj(p -> new SourceTopic.Ends(starts.get(p), lastStables.get(p), ends.get(p)))
                        .toList());
    }

    private List<Long> offsets(Admin admin, String topic, int count, OffsetSpec spec, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < count; partition++) {
            asked.put(new TopicPartition(topic, partition), spec);
        }
        Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> offsets = await(
                admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all(), "the ends of topic " + topic);
        return IntStream.range(0, count)
                .mapToObj(p -> requireNonNull(offsets.get(new TopicPartition(topic, p)))
                        .offset())
                .toList();
    }

    static Map<String, Object> adminConfig(ConsumerSettings settings) {
        Map<String, Object> config = new HashMap<>();
        int timeoutMs =
                (int) Math.min(Integer.MAX_VALUE, settings.startTimeout().toMillis());
        settings.streamsOverrides().forEach((name, value) -> {
            if (name.startsWith(ADMIN_PREFIX)) {
                config.put(name.substring(ADMIN_PREFIX.length()), value);
            } else {
                config.putIfAbsent(name, value);
            }
        });
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        return config;
    }

    private TopicDescription description(
            Map<String, KafkaFuture<TopicDescription>> described, String topic, TableSettings table, String what) {
        KafkaFuture<TopicDescription> future = described.get(topic);
        if (future == null) {
            throw new IllegalStateException("Cannot check " + topic + ": the broker did not answer for it");
        }
        try {
            return await(future, what + " " + topic);
        } catch (UnknownTopicOrPartitionException e) {
            throw new StartException(
                    table.contract().name(),
                    what + " " + topic + " does not exist on " + settings.bootstrapServers()
                            + "; create it (kafka-topics.sh --create --topic " + topic + " --bootstrap-server "
                            + settings.bootstrapServers() + ") or name another",
                    e);
        } catch (TopicAuthorizationException e) {
            throw new StartException(
                    table.contract().name(),
                    what + " " + topic + " may not be described by this principal; grant it DESCRIBE and "
                            + (what.startsWith("dead") ? "WRITE" : "READ"),
                    e);
        }
    }

    private <T> T await(KafkaFuture<T> future, String what) {
        try {
            return future.get(left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(settings.name(), "interrupted while asking for " + what, e);
        } catch (TimeoutException e) {
            throw noBroker(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UnknownTopicOrPartitionException || cause instanceof TopicAuthorizationException) {
                throw (KafkaException) cause;
            }
            if (cause instanceof AuthenticationException) {
                throw new StartException(
                        settings.name(),
                        "the broker at " + settings.bootstrapServers() + " refused the credentials; check the security "
                                + "properties in streamsOverrides",
                        e);
            }
            if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw noBroker(e);
            }
            throw new StartException(settings.name(), "the broker could not tell " + what + ": " + rootMessage(e), e);
        }
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    private StartException noBroker(Exception e) {
        return new StartException(
                settings.name(),
                "no Kafka broker answered at " + settings.bootstrapServers() + " within "
                        + settings.startTimeout().toSeconds()
                        + " s; start one, correct bootstrapServers, or check that "
                        + "its listener speaks the security.protocol that streamsOverrides name",
                e);
    }

    static String rootMessage(Throwable thrown) {
        Throwable root = rootOf(thrown);
        String message = root.getMessage();
        return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
    }

    static Throwable rootOf(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable cause = root.getCause(); cause != null && cause != root; cause = root.getCause()) {
            root = cause;
        }
        return root;
    }
}
