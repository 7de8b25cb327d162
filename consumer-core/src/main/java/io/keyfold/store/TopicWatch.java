package io.keyfold.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every two seconds whether the topics are still those that are being read. A consumer does not tell: it reads on
 * in whatever topic bears the name. Reads every minute how they are configured, and more often where tombstones are kept for so
 * short a time that a minute of a smaller value could cost some; and each hour how they lie on their brokers.
 */
final class TopicWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);
    private static final long PERIOD_MS = 2_000;
    private static final long ANSWER_TIMEOUT_MS = 5_000;
    private static final long LONGEST_CONFIG_PERIOD_MS = 60_000;
    private static final int CONFIGS_A_RETENTION = 4;

    private final List<StreamsApp> apps;
    private final ScheduledExecutorService scheduler;
    private final Map<StreamsApp, Long> configsRead = new HashMap<>();
    private volatile @Nullable Future<?> looks;

    TopicWatch(String consumer, List<StreamsApp> apps) {
        this.apps = List.copyOf(apps);
        this.scheduler = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "keyfold-watch-" + consumer);
            thread.setDaemon(true);
            return thread;
        });
    }

    void start(Admin admin) {
        apps.forEach(app -> configsRead.put(app, System.nanoTime()));
        looks = scheduler.scheduleWithFixedDelay(() -> look(admin), PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** Whatever it meets, it looks again: a watch that ended in silence would see nothing any more. */
    private void look(Admin admin) {
        for (StreamsApp app : apps) {
            try {
                app.look();
                readConfigs(app, admin);
                app.topics().lookAtShapes(admin, Duration.ofMillis(ANSWER_TIMEOUT_MS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.warn("A look at the topics of {} failed; the next follows", app.label(), e);
            }
        }
    }

    private void readConfigs(StreamsApp app, Admin admin) throws InterruptedException {
        long periodMs = Math.min(LONGEST_CONFIG_PERIOD_MS, app.topics().leastRetentionMs() / CONFIGS_A_RETENTION);
        long sinceNanos = System.nanoTime() - configsRead.getOrDefault(app, 0L);
        if (sinceNanos >= TimeUnit.MILLISECONDS.toNanos(periodMs)) {
            app.readConfigs(admin, Duration.ofMillis(ANSWER_TIMEOUT_MS));
            configsRead.put(app, System.nanoTime());
        }
    }

    /** The topic's id and partitions now, its id empty if it does not exist; nothing if the broker does not say. */
    static Optional<SourceTopic> describe(Admin admin, SourceTopic known) {
        try {
            TopicDescription now = admin.describeTopics(List.of(known.topic()))
                    .allTopicNames()
                    .get(ANSWER_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .get(known.topic());
            return now == null
                    ? Optional.empty()
                    : Optional.of(
                            known.now(now.topicId().toString(), now.partitions().size()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.of(known.now("", 0));
            }
            LOG.debug("The broker does not describe {}", known.topic(), e);
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    /** Does not wait for a look that has begun. */
    @Override
    public void close() {
        Future<?> running = looks;
        if (running != null) {
            running.cancel(true);
        }
        scheduler.shutdownNow();
    }
}
