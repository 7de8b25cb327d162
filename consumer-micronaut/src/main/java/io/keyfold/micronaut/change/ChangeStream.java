package io.keyfold.micronaut.change;

import io.keyfold.UpsertTable;
import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.FluxSink;

/**
 * One client that follows a table. Idle → asking → telling → idle; ended for good.
 *
 * <p>It asks for a page when the client wants more and the last page is told: after news of something here, or after a moment, for
 * what is elsewhere comes without news. {@link #go}, {@link #wake} and {@link #end} may be called by any thread; all else happens in
 * {@link #step}, on one worker at a time, which never waits.
 */
final class ChangeStream {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeStream.class);
    private static final int PAGE = 256;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final UpsertTable<RowJson> table;
    private final FluxSink<byte[]> sink;
    private final ScheduledExecutorService workers;
    private final long heartbeatNanos;
    private final StreamTale tale;
    private final AtomicInteger steps = new AtomicInteger();

    private volatile boolean woken = true;
    private volatile boolean ended;
    private volatile @Nullable ChangePage<RowJson> answer;

    // Of the step.
    private boolean asking;
    private long askedNanos;
    private long toldNanos = System.nanoTime();
    private @Nullable ScheduledFuture<?> timer;

    ChangeStream(
            UpsertTable<RowJson> table,
            ChangeCursor cursor,
            ChangeEvents events,
            FluxSink<byte[]> sink,
            ScheduledExecutorService workers,
            Duration heartbeat,
            BiConsumer<String, List<Integer>> resets) {
        this.table = table;
        this.sink = sink;
        this.workers = workers;
        this.heartbeatNanos = heartbeat.toNanos();
        this.tale = new StreamTale(
                events, cursor, partitions -> resets.accept(table.contract().name(), partitions));
    }

    /** There is something to look at. */
    void go() {
        if (steps.getAndIncrement() == 0) {
            workers.execute(this::run);
        }
    }

    /** Something new is here. */
    void wake() {
        woken = true;
        go();
    }

    void end() {
        if (!ended) {
            ended = true;
            sink.complete();
            go();
        }
    }

    private void run() {
        int seen = steps.get();
        while (seen != 0) {
            try {
                step();
            } catch (RuntimeException e) {
                LOG.warn(
                        "A stream of the changes of {} failed", table.contract().name(), e);
                end();
            }
            seen = steps.addAndGet(-seen);
        }
    }

    private void step() {
        stopTimer();
        if (ended) {
            return;
        }
        ChangePage<RowJson> page = answer;
        if (page != null) {
            answer = null;
            asking = false;
            tale.add(page);
        }
        while (sink.requestedFromDownstream() > 0 && tale.hasNext()) {
            tell(tale.next());
        }
        boolean wantsMore = sink.requestedFromDownstream() > 0;
        if (!wantsMore) {
            return; // the client's next request is the next step
        }
        long now = System.nanoTime();
        if (!asking && (woken || tale.hasMore() || now - askedNanos >= POLL_NANOS)) {
            ask(now);
        }
        if (tale.hasBegun() && now - toldNanos >= heartbeatNanos) {
            tell(ChangeEvents.heartbeat(tale.cursor()));
        }
        startTimer(now);
    }

    private void tell(byte[] event) {
        toldNanos = System.nanoTime();
        sink.next(event);
    }

    private void ask(long now) {
        asking = true;
        woken = false;
        askedNanos = now;
        var unused = table.changesAsync(tale.cursor(), PAGE).whenComplete((page, failure) -> {
            if (page == null) {
                LOG.warn("Cannot tell the changes of {}", table.contract().name(), failure);
                end();
                return;
            }
            answer = page;
            go();
        });
    }

    private void startTimer(long now) {
        long heartbeat = toldNanos + heartbeatNanos - now;
        long poll = askedNanos + POLL_NANOS - now;
        timer = workers.schedule(
                this::go, Math.max(0, asking ? heartbeat : Math.min(heartbeat, poll)), TimeUnit.NANOSECONDS);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
