package io.keyfold.change;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits for one listener, first come, first out. {@link #offer} keeps to the bound and waits for room; {@link #append}
 * goes beyond it and never waits: whoever appends sees to it, by {@link #size}, that this stays within reason.
 *
 * <p>For any number of threads.
 */
final class EventQueue<E> {

    private final int capacity;
    private final Deque<E> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrival = lock.newCondition();
    private final Condition room = lock.newCondition();

    EventQueue(int capacity) {
        this.capacity = capacity;
    }

    /** {@return false if there was no room within the time; with 0 ms an interrupt goes unnoticed} */
    boolean offer(E event, long waitMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
        lock.lock();
        try {
            while (events.size() >= capacity) {
                if (left <= 0) {
                    return false;
                }
                left = room.awaitNanos(left);
            }
            events.add(event);
            arrival.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    void append(Collection<? extends E> more) {
        lock.lock();
        try {
            events.addAll(more);
            arrival.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the first event, taken out; empty if none came within the time} */
    Optional<E> poll(long waitMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
        lock.lock();
        try {
            while (events.isEmpty() && left > 0) {
                left = arrival.awaitNanos(left);
            }
            Optional<E> first = Optional.ofNullable(events.poll());
            if (events.size() < capacity) {
                room.signal();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return events.size();
        } finally {
            lock.unlock();
        }
    }
}
