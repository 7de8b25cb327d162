package io.keyfold.zombie;

import io.keyfold.TestThreads;
import io.keyfold.UpsertTable;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks for deleted rows all the time, in three ways, on a thread of its own. A row that is given without a stale mark is served as
 * fresh.
 */
final class ZombieWatch implements AutoCloseable {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
    private static final int MOST_NOTED = 20;

    private final UpsertTable<RowJson> table;
    private final String index;
    private final Set<RowKey> zombies;
    private final Queue<String> fresh = new ConcurrentLinkedQueue<>();
    private final AtomicLong stale = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    private ZombieWatch(UpsertTable<RowJson> table, String index, List<RowKey> zombies) {
        this.table = table;
        this.index = index;
        this.zombies = new HashSet<>(zombies);
        this.thread = new Thread(this::watch, "zombie-watch");
    }

    static ZombieWatch begin(UpsertTable<RowJson> table, String index, List<RowKey> zombies) {
        ZombieWatch watch = new ZombieWatch(table, index, zombies);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (!closed) {
            try {
                look();
            } catch (RuntimeException e) {
                note("a question failed: " + e);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private void look() {
        for (RowKey key : zombies) {
            if (table.get(key) instanceof Answer.Found<RowJson> found) {
                see("get", found.row());
            }
        }
        table.scan(Scan.all()).rows().forEach(row -> see("scan", row));
        table.scan(IndexScan.of(index)).rows().forEach(row -> see("index", row));
    }

    private void see(String how, Row<RowJson> row) {
        if (!zombies.contains(row.key())) {
            return;
        }
        if (row.stale().isEmpty()) {
            note(how + " " + row.position());
        } else {
            stale.incrementAndGet();
        }
    }

    private void note(String what) {
        if (fresh.size() < MOST_NOTED) {
            fresh.add(what);
        }
    }

    /** Each time that a deleted row was served as fresh: how, and the row's position. The first few times. */
    List<String> servedFresh() {
        return List.copyOf(fresh);
    }

    /** How often one was served with a mark. */
    long servedStale() {
        return stale.get();
    }

    @Override
    public void close() {
        closed = true;
        TestThreads.join(thread);
    }
}
