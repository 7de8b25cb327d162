package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Says each second how many records are done, on a thread of its own, from its making until it is closed. */
final class Progress implements AutoCloseable {

    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    /** As long a stop is no slowness, but a hang. */
    private static final Duration LONGEST_STOP = Duration.ofMinutes(3);

    private final String what;
    private final long total;
    private final PrintStream out;
    private final LongAdder added = new LongAdder();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile LongSupplier done = added::sum;

    private Progress(String what, long total, PrintStream out) {
        this.what = what;
        this.total = total;
        this.out = out;
    }

    /** Begins to say it to the parent. */
    static Progress of(String what, long total) {
        return of(what, total, System.out);
    }

    /** Begins to say it there. */
    static Progress of(String what, long total, PrintStream out) {
        Progress progress = new Progress(what, total, out);
        Thread thread = new Thread(progress::run, "progress");
        thread.setDaemon(true);
        thread.start();
        return progress;
    }

    /** So many more are done. */
    void add(long records) {
        added.add(records);
    }

    /** From now on it is told, when it asks, how many are done. */
    void watch(LongSupplier records) {
        done = records;
    }

    private void run() {
        long begin = System.nanoTime();
        long moved = begin;
        long before = 0;
        try {
            while (!closed.await(BETWEEN_LINES.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                long records = done.getAsLong();
                out.println(String.format(
                        ROOT,
                        "  %s: %,d of %,d records, %,d/s",
                        what,
                        records,
                        total,
                        Rates.aSecond(records, now - begin)));
                if (records != before) {
                    moved = now;
                    before = records;
                } else if (now - moved > LONGEST_STOP.toNanos()) {
                    System.err.println("Cannot go on " + what + ": no record for " + LONGEST_STOP);
                    System.exit(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
