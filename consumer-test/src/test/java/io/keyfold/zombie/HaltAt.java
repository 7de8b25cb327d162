package io.keyfold.zombie;

import java.util.Random;

/**
 * When a child ends as by a kill.
 *
 * @param moment what it is doing then
 * @param looks how many looks, one about every ms, have seen it doing that
 */
record HaltAt(Moment moment, int looks) {

    static final HaltAt NEVER = new HaltAt(Moment.NEVER, 0);

    private static final int MOST_LOOKS = 600;

    /** What a child may be doing. */
    enum Moment {
        /** An audit reads the topic. */
        SCANNING,
        /** An audit waits for rows to be deleted. */
        SWEEPING,
        /** Rows have been deleted, and perhaps not been committed. */
        SWEPT,
        /** Kafka has committed deletes that the table's store has not. */
        IN_WINDOW,
        /** Never: it ends in good order. */
        NEVER
    }

    static HaltAt at(Moment moment, Random random) {
        return new HaltAt(moment, 1 + random.nextInt(MOST_LOOKS));
    }
}
