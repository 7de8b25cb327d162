package io.keyfold.risk.stream;

import io.keyfold.risk.stream.Message.PartitionNews;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How far the table has been told to one partition of users or SKUs. What is told below a position has come before the position is:
 * each partition of the table tells in order. For one thread.
 */
final class Frontier {

    /** A partition that lives tells at least every five seconds. */
    private static final long SILENT_MS = Duration.ofSeconds(30).toMillis();

    private final Map<Integer, PartitionNews> known = new HashMap<>();
    /** By partition, when it was heard of last; 0 if not since this began. */
    private final Map<Integer, Long> heardAtMs = new HashMap<>();

    private final long beganAtMs;

    /**
     * One that was told before.
     *
     * @param before what was kept of it
     * @param nowMs in ms since the epoch
     */
    Frontier(Collection<PartitionNews> before, long nowMs) {
        this.beganAtMs = nowMs;
        before.forEach(news -> known.put(news.partition(), news));
    }

    /** Gives what is to be kept: a partition that has caught up once has been loaded. */
    PartitionNews take(PartitionNews news, long nowMs) {
        heardAtMs.put(news.partition(), nowMs);
        return merge(news);
    }

    private PartitionNews merge(PartitionNews news) {
        return known.merge(
                news.partition(),
                news,
                (before, now) -> new PartitionNews(
                        now.partition(),
                        now.partitions(),
                        Math.max(before.position(), now.position()), // a sweep bears the position of what it sweeps
                        before.caughtUp() || now.caughtUp(),
                        now.stale(),
                        now.atMs()));
    }

    /** An update has come that was told at this position. */
    void reached(int partition, long position) {
        PartitionNews before = known.get(partition);
        if (before != null && before.position() < position) {
            known.put(
                    partition,
                    new PartitionNews(
                            partition,
                            before.partitions(),
                            position,
                            before.caughtUp(),
                            before.stale(),
                            before.atMs()));
        }
    }

    /** Whether every partition has been read once as far as the topic was: until then sums lack what is still to come. */
    boolean isLoaded() {
        return isLoaded(known.values());
    }

    static boolean isLoaded(Collection<PartitionNews> all) {
        return !all.isEmpty()
                && all.stream().allMatch(PartitionNews::caughtUp)
                && all.size()
                        >= all.stream()
                                .mapToInt(PartitionNews::partitions)
                                .max()
                                .orElse(0);
    }

    /** Whether every partition has been heard of since this began; those that are not heard of for long are not waited for. */
    boolean isHeard(long nowMs) {
        return nowMs - beganAtMs > SILENT_MS || known.keySet().stream().allMatch(heardAtMs::containsKey);
    }

    /** Whether deletes may have been missed, as far as is known: of a partition that is not heard of nothing is. */
    boolean isStale(long nowMs) {
        return known.values().stream().anyMatch(news -> news.stale() || isSilent(news.partition(), nowMs));
    }

    private boolean isSilent(int partition, long nowMs) {
        return nowMs - heardAtMs.getOrDefault(partition, beganAtMs) > SILENT_MS;
    }

    /** The partitions in which deletes may have been missed, by what was kept alone. */
    static List<Integer> stale(Collection<PartitionNews> all, long nowMs) {
        int partitions = all.stream().mapToInt(PartitionNews::partitions).max().orElse(0);
        Map<Integer, PartitionNews> byPartition = new HashMap<>();
        all.forEach(news -> byPartition.put(news.partition(), news));
        return IntStream.range(0, partitions)
                .filter(partition -> {
                    PartitionNews news = byPartition.get(partition);
                    return news == null || news.stale() || nowMs - news.atMs() > SILENT_MS;
                })
                .boxed()
                .toList();
    }

    SortedMap<Integer, Long> positions() {
        return positions(known.values());
    }

    static SortedMap<Integer, Long> positions(Collection<PartitionNews> all) {
        SortedMap<Integer, Long> positions = new TreeMap<>();
        all.forEach(news -> positions.put(news.partition(), news.position()));
        return positions;
    }
}
