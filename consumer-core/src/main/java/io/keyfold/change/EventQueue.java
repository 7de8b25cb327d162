package io.keyfold.change;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits for one listener, first come, first out. {@link #offer} keeps to the bound and waits for room; {@link #append}
 * goes beyond it and never waits: whoever appends sees to it, by {@link #size}, that this stays within reason.
 *
 * <p>For any number of threads.
 */
sealed class EventQueue<E> permits JoiningQueue {

    /** Events taken over, or about to be, and not yet seen by the listener, the one in hand among them. */
    final AtomicInteger unseen = new AtomicInteger();

    private final int capacity;
    private final Deque<E> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrival = lock.newCondition();
    private final Condition room = lock.newCondition();
    private int aside;

    EventQueue(int capacity) {
        this.capacity = capacity;
    }

    /** {@return false if there was no room within the time; with 0 ms an interrupt goes unnoticed} */
    boolean offer(E event, long waitMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
        lock.lock();
        try {
            while (!hasRoom()) {
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
            if (hasRoom()) {
                room.signal();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** The event that was polled last has been seen. */
    void seen() {
        unseen.decrementAndGet();
    }

    /** {@return all events, taken out and set aside, where they take up room; none if none came within the time} */
    final List<E> takeAll(long waitMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
        lock.lock();
        try {
            while (events.isEmpty() && left > 0) {
                left = arrival.awaitNanos(left);
            }
            List<E> all = new ArrayList<>(events);
            events.clear();
            aside += all.size();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** So many of those taken out are still to be told. */
    final void setAside(int count) {
        lock.lock();
        try {
            aside = count;
            if (hasRoom()) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom() {
        return events.size() + aside < capacity;
    }

    /** {@return how many take up room} */
    final int size() {
        lock.lock();
        try {
            return events.size() + aside;
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many are set aside} */
    final int aside() {
        lock.lock();
        try {
            return aside;
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many wait for the listener alone} */
    int untold() {
        lock.lock();
        try {
            return events.size();
        } finally {
            lock.unlock();
        }
    }

    /** From now on each event can be polled as soon as it is here. */
    void holdNoMore() {}

    /** {@return whether events are held back, or were when it was told to hold no more and are not all seen} */
    boolean isHolding() {
        return false;
    }
}
