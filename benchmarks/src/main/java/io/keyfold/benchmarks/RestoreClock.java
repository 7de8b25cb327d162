package io.keyfold.benchmarks;

import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Times stock restores, from the first one's start to the last one's end, however many run at once. For any thread. */
final class RestoreClock implements StateRestoreListener {

    private final Set<TopicPartition> running = new HashSet<>();
    private long begin;
    private long end;
    private long records;
    private boolean begun;

    @Override
    public synchronized void onRestoreStart(TopicPartition partition, String store, long from, long to) {
        if (!begun) {
            begun = true;
            begin = System.nanoTime();
        }
        running.add(partition);
    }

    @Override
    public synchronized void onBatchRestored(TopicPartition partition, String store, long to, long batch) {
        records += batch;
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition partition, String store, long total) {
        running.remove(partition);
        end = System.nanoTime();
    }

    /** {@return whether some restore has begun, and every one that has has ended} */
    synchronized boolean isDone() {
        return begun && running.isEmpty();
    }

    synchronized long nanos() {
        return end - begin;
    }

    synchronized long records() {
        return records;
    }
}
