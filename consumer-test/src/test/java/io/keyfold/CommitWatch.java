package io.keyfold;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;

/**
 * Looks without pause at what a group commits of a topic. Between two commits an instance writes its store, so what a
 * crash after the last one leaves to be restored lies behind the last but one.
 */
final class CommitWatch implements AutoCloseable {

    private final Admin admin;
    private final String group;
    private final String topic;
    private final Map<Integer, List<Long>> seen = new TreeMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread = new Thread(this::look, "commit-watch");

    CommitWatch(Admin admin, String group, String topic) {
        this.admin = admin;
        this.group = group;
        this.topic = topic;
        thread.start();
    }

    private void look() {
        while (!ended.get()) {
            lookOnce();
        }
    }

    private void lookOnce() {
        TopicEnds.committed(admin, group, topic).forEach((partition, offset) -> {
            synchronized (seen) {
                List<Long> offsets = seen.computeIfAbsent(partition, p -> new ArrayList<>());
                if (offsets.isEmpty() || offsets.get(offsets.size() - 1) < offset) {
                    offsets.add(offset);
                }
            }
        });
    }

    /** How often each of these partitions was seen to move, at least. */
    int moves(int partitions) {
        synchronized (seen) {
            return seen.size() < partitions
                    ? 0
                    : seen.values().stream().mapToInt(List::size).min().orElse(0) - 1;
        }
    }

    /** Once nobody commits any more: offsets between the last commit and the one before, by partition. */
    Map<Integer, Long> lastSteps() {
        close();
        lookOnce();
        Map<Integer, Long> steps = new TreeMap<>();
        seen.forEach((partition, offsets) ->
                steps.put(partition, offsets.get(offsets.size() - 1) - offsets.get(Math.max(0, offsets.size() - 2))));
        return steps;
    }

    @Override
    public void close() {
        ended.set(true);
        TestThreads.join(thread);
    }
}
