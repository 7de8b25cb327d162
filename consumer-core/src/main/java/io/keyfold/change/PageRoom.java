package io.keyfold.change;

import io.keyfold.change.ChangeLog.Slice;

/** How many bytes the changes of a page may come to yet. One change comes whatever it has. For one thread. */
final class PageRoom {

    /** So that a page fits into a message and into memory; what does not is asked for again. */
    static final long BYTES = 4L << 20;

    private long left = BYTES;

    long left() {
        return left;
    }

    /** How many more changes there may be at the most, of so many. */
    int limit(int limit) {
        return left <= 0 ? 0 : limit;
    }

    void takes(Slice slice) {
        slice.changes().forEach(change -> left -= ChangeSize.of(change));
    }
}
