package io.keyfold;

/** Threads of tests, which end when they are told to. */
public final class TestThreads {

    private TestThreads() {}

    /** Waits for its end. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + thread.getName(), e);
        }
    }
}
