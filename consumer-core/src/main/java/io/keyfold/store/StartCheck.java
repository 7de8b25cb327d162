package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the broker, before anything is started, for what the tables need; says in one sentence what is missing. */
final class StartCheck {

    private final ConsumerSettings settings;
    private final long deadlineNanos;

    private StartCheck(ConsumerSettings settings) {
        this.settings = settings;
        this.deadlineNanos = System.nanoTime() + settings.startTimeout().toNanos();
    }

    /**
     * What the broker said.
     *
     * @param clusterId the cluster's id
     * @param partitions partitions by topic
     */
    record Cluster(String clusterId, Map<String, Integer> partitions) {}

    static Cluster ask(ConsumerSettings settings) {
        return new StartCheck(settings).ask();
    }

    private Cluster ask() {
        try (Admin admin = Admin.create(adminConfig())) {
            String clusterId = await(admin.describeCluster().clusterId(), "the cluster's id");
            Map<String, Integer> partitions = new HashMap<>();
            List<String> topics = settings.tables().stream()
                    .flatMap(table -> Stream.of(table.contract().topic(), table.deadLetterTopic()))
                    .distinct()
                    .toList();
            Map<String, KafkaFuture<TopicDescription>> described =
                    admin.describeTopics(topics).topicNameValues();
            for (TableSettings table : settings.tables()) {
                String topic = table.contract().topic();
                partitions.put(topic, partitions(described, topic, table, "topic"));
                partitions(described, table.deadLetterTopic(), table, "dead-letter topic");
            }
            return new Cluster(clusterId, partitions);
        } catch (KafkaException e) {
            throw new StartException(
                    settings.name(),
                    "bootstrapServers " + settings.bootstrapServers() + " cannot be used: " + rootMessage(e),
                    e);
        }
    }

    private Map<String, Object> adminConfig() {
        Map<String, Object> config = new HashMap<>(settings.streamsOverrides());
        int timeoutMs =
                (int) Math.min(Integer.MAX_VALUE, settings.startTimeout().toMillis());
        config.keySet().retainAll(AdminClientConfig.configNames());
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        return config;
    }

    private int partitions(
            Map<String, KafkaFuture<TopicDescription>> described, String topic, TableSettings table, String what) {
        KafkaFuture<TopicDescription> future = described.get(topic);
        if (future == null) {
            throw new IllegalStateException("Cannot check " + topic + ": the broker did not answer for it");
        }
        try {
            return await(future, what + " " + topic).partitions().size();
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
                    what + " " + topic + " may not be described by this principal; grant it DESCRIBE and READ"
                            + (what.startsWith("dead") ? ", and WRITE" : ""),
                    e);
        }
    }

    private <T> T await(KafkaFuture<T> future, String what) {
        try {
            return future.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
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

    private StartException noBroker(Exception e) {
        return new StartException(
                settings.name(),
                "no Kafka broker answered at " + settings.bootstrapServers() + " within "
                        + settings.startTimeout().toSeconds() + " s; start one or correct bootstrapServers",
                e);
    }

    static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable cause = root.getCause(); cause != null && cause != root; cause = root.getCause()) {
            root = cause;
        }
        String message = root.getMessage();
        return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
    }
}
