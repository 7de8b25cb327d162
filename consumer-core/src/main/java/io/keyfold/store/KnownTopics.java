package io.keyfold.store;

import io.keyfold.config.TableSettings;
import java.time.Duration;
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

    private final List<TableTask> tasks;
    private final Map<String, Integer> partitionCounts = new ConcurrentHashMap<>();
    private volatile @Nullable Cluster found;

    KnownTopics(List<TableTask> tasks) {
        this.tasks = tasks;
    }

    /** A run is about to begin on these: what its copies may have missed depends on it. */
    void configured(TopicConfigs configs) {
        long now = System.currentTimeMillis();
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
        cluster.sources().forEach((topic, source) -> partitionCounts.put(topic, source.partitionCount()));
        found = cluster;
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
        long now = System.currentTimeMillis();
        return tasks.stream()
                .mapToLong(task -> task.retention().leastSince(now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** As of the last run; 0 before the first. */
    int partitionCount(String topic) {
        return partitionCounts.getOrDefault(topic, 0);
    }

    /** What somebody should look at; nothing before the first run. */
    List<TopicNote> notes(TableSettings table) {
        Cluster cluster = found;
        return cluster == null ? List.of() : cluster.notes(table);
    }
}
