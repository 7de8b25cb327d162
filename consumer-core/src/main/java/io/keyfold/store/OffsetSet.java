package io.keyfold.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A set of offsets that come in order, in as little memory as their distances take: 1 byte each for less than 128, 2 for less than
 * 16,384, 3 for less than 2 million, 4 for less than 268 million. They lie in blocks:
 *
 * <pre>
 * first offset | 127 distances to the one before, each in groups of 7 bits, the lowest first, the highest bit for "goes on"
 * </pre>
 *
 * <p>A bitmap is smaller where offsets are dense, and many times larger in a log from which compaction has left one in thousands.
 * For one thread.
 */
final class OffsetSet {

    private static final int OFFSETS_A_BLOCK = 128;
    private static final int BITS = 7;
    private static final int MASK = (1 << BITS) - 1;
    private static final int LONGEST = 10;

    private final List<byte[]> full = new ArrayList<>();
    private long[] firsts = new long[16];
    private int blocks;
    private byte[] open = new byte[OFFSETS_A_BLOCK * LONGEST];
    private int openBytes;
    private int inOpen;
    private long last = -1;
    private long bytes;

    /** Refuses one that is not behind all before. */
    void add(long offset) {
        if (offset <= last) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: more than " + last + ")");
        }
        if (inOpen == OFFSETS_A_BLOCK) {
            seal();
        }
        if (inOpen == 0) {
            if (blocks == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * blocks);
            }
            firsts[blocks++] = offset;
        } else {
            write(offset - last);
        }
        inOpen++;
        last = offset;
    }

    private void write(long distance) {
        long rest = distance;
        while (rest > MASK) {
            open[openBytes++] = (byte) (rest | (1 << BITS));
            rest >>>= BITS;
        }
        open[openBytes++] = (byte) rest;
    }

    private void seal() {
        full.add(Arrays.copyOf(open, openBytes));
        bytes += openBytes;
        openBytes = 0;
        inOpen = 0;
    }

    boolean contains(long offset) {
        int at = Arrays.binarySearch(firsts, 0, blocks, offset);
        if (at >= 0) {
            return true;
        }
        int block = -at - 2;
        if (block < 0) {
            return false;
        }
        boolean isOpen = block == full.size();
        return contains(
                isOpen ? open : full.get(block), isOpen ? openBytes : full.get(block).length, firsts[block], offset);
    }

    private static boolean contains(byte[] distances, int length, long first, long offset) {
        long reached = first;
        int at = 0;
        while (at < length && reached < offset) {
            int shift = 0;
            long distance = 0;
            byte next;
            do {
                next = distances[at++];
                distance |= (long) (next & MASK) << shift;
                shift += BITS;
            } while (next < 0);
            reached += distance;
        }
        return reached == offset;
    }

    /** What it takes on the heap, in bytes, but for a few hundred. */
    long bytes() {
        int arrayHeader = 16;
        return bytes
                + (long) full.size() * (arrayHeader + Integer.BYTES + Integer.BYTES)
                + (long) firsts.length * Long.BYTES;
    }
}
