package io.keyfold.store.rocks;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the rows of a range in order, of what is committed and what is not. A row that is there all the time is
 * shown exactly once; what is written meanwhile may be shown or not. For any one thread. Must be closed: it keeps what
 * it reads on disk and in memory. If its table closes first, or a read fails, it throws from then on.
 */
public final class RowCursor implements AutoCloseable {

    private final Path directory;
    private final KeyRange range;
    private final Iterator<Map.Entry<byte[], byte[]>> overlay;
    private final DiskRows disk;
    private final Consumer<RowCursor> whenClosed;

    private Map.@Nullable Entry<byte[], byte[]> written;
    private byte @Nullable [] key;
    private byte @Nullable [] value;
    private boolean started;
    private @Nullable String closedBecause;

    RowCursor(
            Path directory,
            KeyRange range,
            Iterator<Map.Entry<byte[], byte[]>> overlay,
            DiskRows disk,
            Consumer<RowCursor> whenClosed) {
        this.directory = directory;
        this.range = range;
        this.overlay = overlay;
        this.disk = disk;
        this.whenClosed = whenClosed;
    }

    /**
     * Goes to the next row; to the first one when called first.
     *
     * @return false if there is none left
     */
    public synchronized boolean next() {
        checkOpen();
        try {
            return advance();
        } catch (CorruptStoreException | StoreIoException e) {
            close("an earlier read failed");
            throw e;
        }
    }

    private boolean advance() {
        leaveRow();
        while (written != null || disk.key() != null) {
            if (isDiskFirst()) {
                key = disk.key();
                return true;
            }
            if (takeWritten()) {
                return true;
            }
        }
        return false;
    }

    private void leaveRow() {
        if (!started) {
            started = true;
            disk.seek();
            advanceOverlay();
        } else if (key != null && value == null) {
            disk.advance();
        }
        key = null;
        value = null;
    }

    private boolean isDiskFirst() {
        byte[] onDisk = disk.key();
        return onDisk != null && (written == null || range.compare(onDisk, written.getKey()) < 0);
    }

    /** Takes the overlay's entry, which hides the disk's of the same key; false if it is a removal. */
    private boolean takeWritten() {
        Map.Entry<byte[], byte[]> taken = written;
        if (taken == null) {
            return false;
        }
        byte[] onDisk = disk.key();
        if (onDisk != null && range.compare(onDisk, taken.getKey()) == 0) {
            disk.advance();
        }
        advanceOverlay();
        if (Overlay.isDeleted(taken.getValue())) {
            return false;
        }
        key = taken.getKey();
        value = taken.getValue();
        return true;
    }

    private void advanceOverlay() {
        written = overlay.hasNext() ? overlay.next() : null;
    }

    /**
     * The key of the row that it is at.
     *
     * @return the key, not to be changed
     */
    public synchronized byte[] key() {
        checkOpen();
        if (key == null) {
            throw atNoRow();
        }
        return key;
    }

    /**
     * The value of the row that it is at.
     *
     * @return the value, not to be changed
     */
    public synchronized byte[] value() {
        checkOpen();
        if (key == null) {
            throw atNoRow();
        }
        return value != null ? value : disk.value();
    }

    private IllegalStateException atNoRow() {
        return new IllegalStateException("Cannot read " + directory + ": the cursor is at no row");
    }

    private void checkOpen() {
        if (closedBecause != null) {
            throw new IllegalStateException("Cannot read " + directory + ": " + closedBecause);
        }
    }

    /** Gives up what it keeps. Any number of times. */
    @Override
    public void close() {
        close("the cursor is closed");
    }

    void closeWithTable() {
        close("the store is closed");
    }

    private synchronized void close(String because) {
        if (closedBecause == null) {
            closedBecause = because;
            disk.close();
            whenClosed.accept(this);
        }
    }
}
