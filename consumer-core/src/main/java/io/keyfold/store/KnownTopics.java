package io.keyfold.store;

import io.keyfold.config.TableSettings;
import io.keyfold.store.TopicNote.Weight;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the topics of one application: as its last run found them, and of their configurations as they were last
 * read. Any thread may ask; it is told by the one that begins runs, and by the watch.
 */
final class KnownTopics {

    /** How long it is told that a topic was made anew. */
    static final Duration REMEMBERED = Duration.ofDays(1);

    private final List<TableTask> tasks;
    private final Map<String, Integer> partitionCounts = new ConcurrentHashMap<>();
    private final Map<String, Instant> madeAnew = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final TopicShapes shapes = new TopicShapes(System::nanoTime);
    private volatile @Nullable Cluster found;

    KnownTopics(List<TableTask> tasks, InstantSource clock) {
        this.tasks = tasks;
        this.clock = clock;
    }

    /** A run is about to begin on these: what its copies may have missed depends on it. */
    void configured(TopicConfigs configs) {
        long now = clock.millis();
        for (TableTask task : tasks) {
            String topic = task.contract().topic();
            Optional<Long> retentionMs = configs.number(topic, TopicConfig.DELETE_RETENTION_MS_CONFIG);
            if (retentionMs.isPresent()) {
                task.retention().seen(retentionMs.get(), now);
            } else {
                task.retention().unread(now);
            }
        }
    }

    /** A run has begun on these. */
    void found(Cluster cluster) {
        Cluster before = found;
        cluster.sources().forEach((topic, source) -> {
            partitionCounts.put(topic, source.partitionCount());
            if (before != null && !before.source(topic).topicId().equals(source.topicId())) {
                madeAnew.put(topic, clock.instant());
            }
        });
        shapes.forget();
        found = cluster;
    }

    /** Looks how the topics lie on their brokers, if it is time. */
    void lookAtShapes(Admin admin, Duration timeout) throws InterruptedException {
        if (found != null) {
            shapes.look(
                    tasks.stream().map(task -> task.contract().topic()).toList(),
                    topic -> TopicShape.ask(admin, topic, timeout));
        }
    }

    /** Reads anew how they are configured; what the broker does not tell stays as it was. */
    void readConfigs(Admin admin, Duration timeout) throws InterruptedException {
        Cluster known = found;
        if (known != null) {
            List<String> topics =
                    Cluster.topics(tasks.stream().map(TableTask::settings).toList());
            TopicConfigs now = TopicConfigs.ask(admin, topics, known.configs(), timeout);
            configured(now);
            found = known.with(now);
        }
    }

    /** The least that any of them may have kept its tombstones for until now, in ms. */
    long leastRetentionMs() {
        long now = clock.millis();
        return tasks.stream()
                .mapToLong(task -> task.retention().leastSince(now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** As of the last run; 0 before the first. */
    int partitionCount(String topic) {
        return partitionCounts.getOrDefault(topic, 0);
    }

    /** As of the last run; empty before the first. */
    Optional<String> topicId(String topic) {
        return Optional.ofNullable(found).map(cluster -> cluster.source(topic).topicId());
    }

    /** What somebody should look at; nothing before the first run. */
    List<TopicNote> notes(TableSettings table) {
        Cluster cluster = found;
        if (cluster == null) {
            return List.of();
        }
        String topic = table.contract().topic();
        List<TopicNote> notes = new ArrayList<>(cluster.notes(table));
        madeAnew(topic).ifPresent(notes::add);
        notes.addAll(shapes.notes(topic));
        return notes;
    }

    private Optional<TopicNote> madeAnew(String topic) {
        return Optional.ofNullable(madeAnew.get(topic))
                .filter(at -> clock.instant().isBefore(at.plus(REMEMBERED)))
                .map(at -> new TopicNote(
                        "topic-made-anew",
                        Weight.INFO,
                        topic,
                        "topic " + topic + " was deleted and made anew: its rows were thrown away at "
                                + at.truncatedTo(ChronoUnit.SECONDS) + " and are those of the new one since",
                        "nothing, if that was meant; else look for who deletes topics, and have the upstream job write its"
                                + " table whole"));
    }
}
