package io.keyfold.store.rocks;

import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets many calls use a table at once, and its end wait for them and let no other begin: open, then closed for ever. */
final class TableGate {

    private final Path directory;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean closed;

    TableGate(Path directory) {
        this.directory = directory;
    }

    void whileOpen(Runnable action) {
        whileOpen(() -> {
            action.run();
            return true;
        });
    }

    <T> T whileOpen(Supplier<T> action) {
        lock.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("Cannot read " + directory + ": the store is closed");
            }
            return action.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** What the action gives; or that other, where the table is closed or being closed. */
    <T extends @Nullable Object> T tryWhileOpen(Supplier<T> action, T otherwise) {
        if (!lock.readLock().tryLock()) {
            return otherwise;
        }
        try {
            return closed ? otherwise : action.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Does what ends the table, once: closed even if that fails. */
    void close(Runnable ending) {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                ending.run();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
