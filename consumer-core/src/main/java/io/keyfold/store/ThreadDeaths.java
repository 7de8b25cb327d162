package io.keyfold.store;

import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what becomes of an application whose stream thread died.
 *
 * <ul>
 *   <li>Its topic is gone, or its local copy no longer fits: the run is over, another begins.
 *   <li>Only the user can help: it has failed.
 *   <li>A dead letter could not be written: another thread tries again after a pause, for as long as it takes.
 *   <li>Anything else: another thread after a pause that grows, 0.1, 0.4, 1.6, 6.4 s. A thread may die five times in a row;
 *       as many deaths a thread, and it has failed. In a row means: within ten minutes of each other, with no record read
 *       in between that never was before, so that a record which kills each time is not taken for progress.
 * </ul>
 *
 * <p>A thread that is replaced leaves the group: the one that replaces it bears another name, and would wait for it.
 */
final class ThreadDeaths implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadDeaths.class);
    private static final int MOST_A_THREAD = 5;
    private static final long FIRST_PAUSE_MS = 100;
    private static final int LONGEST_PAUSE_SHIFT = 6;
    private static final Duration CALM = Duration.ofMinutes(10);
    /** A dead letter is tried for two minutes, by Kafka's default, before its thread dies of it. */
    private static final Duration LONGEST_TRY = Duration.ofMinutes(3);

    private final String table;
    private final int threads;
    private final LongSupplier progress;
    private final LongSupplier letters;
    private final Consumer<String> onRunOver;
    private final Set<String> deadLetterTopics;
    private final LongSupplier nanoClock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<Thread> leaving = ConcurrentHashMap.newKeySet();
    private volatile boolean runIsOver;
    private int deaths;
    private int unwritten;
    private long progressAtLast = -1;
    private long lastNanos;
    private long lettersAtLast;
    private long unwrittenNanos;
    private volatile @Nullable String waiting;
    private volatile @Nullable String failure;

    /**
     * No thread has died yet.
     *
     * @param table the table
     * @param threads how many read it
     * @param progress changes whenever a record is read that never was before
     */
    ThreadDeaths(String table, int threads, LongSupplier progress) {
        this(table, threads, progress, () -> 0, why -> {}, Set.of(), System::nanoTime);
    }

    /**
     * No thread has died yet.
     *
     * @param table the table
     * @param threads how many read it
     * @param progress changes whenever a record is read that never was before
     * @param letters changes whenever a dead letter is safe
     * @param onRunOver is told why, where another run of the application can help and another thread cannot
     * @param deadLetterTopics where dead letters go
     * @param nanoClock the time in ns, from any origin
     */
    ThreadDeaths(
            String table,
            int threads,
            LongSupplier progress,
            LongSupplier letters,
            Consumer<String> onRunOver,
            Set<String> deadLetterTopics,
            LongSupplier nanoClock) {
        this.table = table;
        this.threads = threads;
        this.progress = progress;
        this.letters = letters;
        this.onRunOver = onRunOver;
        this.deadLetterTopics = Set.copyOf(deadLetterTopics);
        this.nanoClock = nanoClock;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        Optional<String> over = runOver(exception);
        if (over.isPresent()) {
            runIsOver = true;
            onRunOver.accept(over.get());
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        Optional<StoreRefusedException> refused = find(exception, StoreRefusedException.class);
        if (refused.isPresent()) {
            return fail(requireNonNullElse(refused.get().getMessage(), "its local copy is refused"), exception);
        }
        Optional<String> letter = deadLetterFailure(exception);
        if (letter.isPresent()) {
            return waitFor(letter.get(), exception);
        }
        int inARow = count();
        int most = MOST_A_THREAD * threads;
        String why = StartCheck.rootMessage(exception);
        if (inARow >= most) {
            return fail(why + " (" + inARow + " times in a row)", exception);
        }
        LOG.warn("A thread that reads {} died: {}; it is replaced ({} of {})", table, why, inARow, most - 1, exception);
        return replace((inARow - 1) / threads);
    }

    private static Optional<String> runOver(Throwable exception) {
        if (find(exception, MissingSourceTopicException.class).isPresent()) {
            return Optional.of("its topic does not exist any more");
        }
        return find(exception, RebuildNeededException.class).map(Throwable::getMessage);
    }

    /** Kafka Streams wraps what is thrown into it. */
    private static <T extends Throwable> Optional<T> find(Throwable exception, Class<T> type) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }

    /** What Kafka takes for fatal, such as a missing right, is not told to {@link ProductionFailure}. */
    private Optional<String> deadLetterFailure(Throwable exception) {
        Optional<String> told = find(exception, DeadLetterException.class).map(Throwable::getMessage);
        return told.isPresent()
                ? told
                : find(exception, StreamsException.class)
                        .flatMap(failed -> deadLetterTopics.stream()
                                .filter(topic -> String.valueOf(failed.getMessage())
                                        .contains(" to topic " + topic + " for task"))
                                .findFirst()
                                .map(topic -> new DeadLetterException(topic, exception).getMessage()));
    }

    private StreamThreadExceptionResponse waitFor(String why, Throwable exception) {
        int before;
        synchronized (this) {
            before = unwritten++;
            lettersAtLast = letters.getAsLong();
            unwrittenNanos = nanoClock.getAsLong();
        }
        if (before == 0) {
            LOG.warn("{} waits: {}; it is tried again until it succeeds", table, why, exception);
        } else {
            LOG.debug("{} waits: {}, {} times so far", table, why, before + 1);
        }
        waiting = why;
        return replace(before);
    }

    private StreamThreadExceptionResponse fail(String why, Throwable exception) {
        failure = "Cannot read " + table + ": " + why;
        runIsOver = true;
        LOG.error("{}; the table has stopped", failure, exception);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private StreamThreadExceptionResponse replace(int before) {
        leaving.add(Thread.currentThread());
        pause(before);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized int count() {
        long now = progress.getAsLong();
        long nanos = nanoClock.getAsLong();
        boolean isInARow = deaths > 0 && now == progressAtLast && nanos - lastNanos < CALM.toNanos();
        deaths = isInARow ? deaths + 1 : 1;
        progressAtLast = now;
        lastNanos = nanos;
        return deaths;
    }

    private void pause(int before) {
        try {
            boolean ended =
                    closed.await(FIRST_PAUSE_MS << Math.min(2 * before, LONGEST_PAUSE_SHIFT), TimeUnit.MILLISECONDS);
            LOG.debug("Paused, {}", ended ? "the table is closing" : "a new thread begins");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a pause. */
    void close() {
        closed.countDown();
    }

    /** Whether this thread's consumer leaves the group when it closes, whatever Kafka Streams has in mind. */
    boolean isLeaving() {
        return runIsOver || leaving.remove(Thread.currentThread());
    }

    /**
     * What it waits for and tries again. Empty once a letter is safe, or none has failed for longer than a try takes: the
     * record is then another instance's. That records are read tells nothing, for the bad one may be the last.
     */
    Optional<String> waiting() {
        String why = waiting;
        if (why == null) {
            return Optional.empty();
        }
        synchronized (this) {
            boolean isTried = nanoClock.getAsLong() - unwrittenNanos < LONGEST_TRY.toNanos();
            if (letters.getAsLong() != lettersAtLast || !isTried) {
                waiting = null;
                unwritten = 0;
                return Optional.empty();
            }
        }
        return Optional.of(why);
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
