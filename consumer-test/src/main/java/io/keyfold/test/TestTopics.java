package io.keyfold.test;

import io.keyfold.test.broker.EmbeddedKafka;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names that one test was given, and the topics behind them. */
final class TestTopics {

    private static final Logger log = LoggerFactory.getLogger(TestTopics.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);
    private static final AtomicLong COUNTER = new AtomicLong();
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,150}");
    private static final int LONGEST_CLASS_NAME = 60;

    private final EmbeddedKafka broker;
    private final String testClass;
    private final Queue<String> names = new ConcurrentLinkedQueue<>();

    TestTopics(EmbeddedKafka broker, String testClass) {
        this.broker = broker;
        String legal = testClass.replaceAll("[^A-Za-z0-9._-]", "_");
        this.testClass = legal.substring(0, Math.min(legal.length(), LONGEST_CLASS_NAME));
    }

    String uniqueName(String name) {
        if (!LEGAL.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name: " + name + " (expected: 1 .. 150 letters, digits, dots, dashes and underscores)");
        }
        String unique = name + "-" + testClass + "-" + COUNTER.incrementAndGet();
        names.add(unique);
        return unique;
    }

    /** Creates it, and returns when the broker tells of every partition of it. */
    void create(NewTopic topic) {
        String what = "create topic " + topic.name();
        try {
            await(what, broker.admin().createTopics(List.of(topic)).all());
            awaitLeaders(topic, what);
        } catch (IllegalStateException failure) {
            if (failure.getCause() instanceof InvalidConfigurationException) {
                throw new IllegalArgumentException(
                        "configs: " + topic.configs() + " (expected: settings of a Kafka topic): "
                                + failure.getCause().getMessage(),
                        failure);
            }
            throw failure;
        }
    }

    /** Deletes what was created; what cannot be deleted is left with a warning, since the test itself has ended. */
    void deleteAll() {
        if (names.isEmpty() || !broker.isRunning()) {
            return;
        }
        try {
            List<String> mine = listMine();
            await("delete topics " + mine, broker.admin().deleteTopics(mine).all());
            long deadline = System.nanoTime() + TIMEOUT.toNanos();
            // The controller has forgotten them; the broker that the next test asks does so a moment later.
            while (!listMine().isEmpty() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } catch (IllegalStateException failure) {
            log.warn("Topics of {} are left on the broker: {}", testClass, failure.getMessage());
        }
    }

    private List<String> listMine() {
        Set<String> existing = await("list topics", broker.admin().listTopics().names());
        return existing.stream().filter(this::isMine).toList();
    }

    private boolean isMine(String topic) {
        return names.stream()
                .anyMatch(name -> topic.equals(name) || topic.startsWith(name + "-") || topic.startsWith(name + "."));
    }

    private void awaitLeaders(NewTopic topic, String what) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!isReady(topic)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Cannot " + what + ": no leader of every partition after " + TIMEOUT);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private boolean isReady(NewTopic topic) {
        try {
            Collection<TopicDescription> described = await(
                            "describe topic " + topic.name(),
                            broker.admin().describeTopics(List.of(topic.name())).allTopicNames())
                    .values();
            return described.stream()
                            .flatMap(description -> description.partitions().stream())
                            .filter(partition -> partition.leader() != null)
                            .count()
                    == topic.numPartitions();
        } catch (IllegalStateException notYet) {
            return false;
        }
    }

    private static <T> T await(String what, KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new IllegalStateException("Cannot " + what + ": " + cause.getMessage(), cause);
        } catch (TimeoutException failure) {
            throw new IllegalStateException("Cannot " + what + ": no answer after " + TIMEOUT, failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot " + what + ": interrupted", failure);
        }
    }
}
