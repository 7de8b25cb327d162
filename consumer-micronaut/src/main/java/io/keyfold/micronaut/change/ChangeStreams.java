package io.keyfold.micronaut.change;

import io.keyfold.UpsertTable;
import io.keyfold.change.ChangeCursor;
import io.keyfold.change.Subscription;
import io.keyfold.micronaut.metrics.ChangeMeters;
import io.keyfold.row.RowJson;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.runtime.event.annotation.EventListener;
import io.micronaut.runtime.server.event.ServerShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** The streams that are open, and the few threads that they share: none of them ever waits. */
@Singleton
final class ChangeStreams {

    private static final int THREADS = 2;

    private final Duration heartbeat;
    private final Optional<ChangeMeters> meters;
    private final ScheduledThreadPoolExecutor workers;
    private final Map<String, Followed> tables = new ConcurrentHashMap<>();
    private volatile boolean ended;

    ChangeStreams(
            @Property(name = "keyfold.changes.heartbeat", defaultValue = "15s") Duration heartbeat,
            Optional<ChangeMeters> meters) {
        this.heartbeat = heartbeat;
        this.meters = meters;
        AtomicInteger number = new AtomicInteger();
        this.workers = new ScheduledThreadPoolExecutor(
                THREADS,
                work -> {
                    Thread thread = new Thread(work, "keyfold-change-streams-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        workers.setRemoveOnCancelPolicy(true);
    }

    /** A table that somebody follows: its streams are woken together, however many there are and however much comes. */
    private final class Followed implements AutoCloseable {

        private final Set<ChangeStream> streams = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean wakes = new AtomicBoolean();
        private final Subscription arrivals;

        Followed(UpsertTable<RowJson> table) {
            this.arrivals = table.onChanges(this::arrived);
        }

        /** On the thread that folds. */
        private void arrived() {
            if (!streams.isEmpty() && !wakes.getAndSet(true)) {
                workers.execute(this::wake);
            }
        }

        private void wake() {
            wakes.set(false);
            streams.forEach(ChangeStream::wake);
        }

        @Override
        public void close() {
            arrivals.close();
            streams.forEach(ChangeStream::end);
        }
    }

    /**
     * {@return the events of a table from a place on, as they are taken} How many there may be at once is the limits' business.
     */
    Publisher<byte[]> open(UpsertTable<RowJson> table, ChangeCursor cursor, ChangeEvents events) {
        Followed followed = tables.computeIfAbsent(table.contract().name(), name -> new Followed(table));
        return Flux.create(sink -> {
            ChangeStream stream = new ChangeStream(table, cursor, events, sink, workers, heartbeat, this::countResets);
            followed.streams.add(stream);
            meters.ifPresent(ChangeMeters::opened);
            sink.onDispose(() -> {
                followed.streams.remove(stream);
                meters.ifPresent(ChangeMeters::closed);
                stream.end();
            });
            sink.onRequest(more -> stream.go());
            if (ended) {
                stream.end();
            }
        });
    }

    private void countResets(String table, List<Integer> partitions) {
        meters.ifPresent(known -> known.reset(table, partitions.size()));
    }

    @EventListener
    void ends(ShutdownEvent event) {
        end();
    }

    @EventListener
    void ends(ServerShutdownEvent event) {
        end();
    }

    /** So that each client sees the end of its stream, and comes back elsewhere. */
    @PreDestroy
    void end() {
        ended = true;
        tables.values().forEach(Followed::close);
        workers.shutdown();
    }
}
