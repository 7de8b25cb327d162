package io.keyfold.micronaut.peer;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads named {@code keyfold-peer-…}, which keep no JVM alive. */
final class PeerThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    PeerThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
