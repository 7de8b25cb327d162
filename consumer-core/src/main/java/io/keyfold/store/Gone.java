package io.keyfold.store;

import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.RowChange.Cause;
import java.util.Set;

/** Tells stored rows that the topic does not hold any more. A row counts as held while its record is, or that of its mark. */
interface Gone {

    /** Whether the topic holds nothing of it. */
    boolean test(byte[] row);

    /** Why it is gone. */
    Cause cause(byte[] row);

    /** Whether the topic cannot tell. */
    default boolean isUndecided(byte[] row) {
        return false;
    }

    /**
     * By an audit.
     *
     * @param survivors the offsets of all values that a scan met
     * @param deleted those of them behind which the scan met a delete of their row
     * @param before offsets below are judged: where the log's stable part ended before the scan
     * @param start where the log began before the scan
     * @param expires whether what lies below has expired; else it may be deleted as well as not, and stays
     */
    record NotIn(OffsetSet survivors, Set<Long> deleted, long before, long start, boolean expires) implements Gone {

        @Override
        public boolean test(byte[] row) {
            return !isUndecided(row) && isGone(StoredRowCodec.offset(row)) && isGone(StoredRowCodec.lastOffset(row));
        }

        private boolean isGone(long offset) {
            return offset < before && (!survivors.contains(offset) || deleted.contains(offset));
        }

        @Override
        public Cause cause(byte[] row) {
            return isBelow(row) ? Cause.EXPIRED : Cause.SWEPT;
        }

        @Override
        public boolean isUndecided(byte[] row) {
            return !expires && isBelow(row);
        }

        private boolean isBelow(byte[] row) {
            return StoredRowCodec.lastOffset(row) < start;
        }
    }

    /**
     * By the log's retention.
     *
     * @param start where the log begins
     */
    record Below(long start) implements Gone {

        @Override
        public boolean test(byte[] row) {
            return StoredRowCodec.lastOffset(row) < start;
        }

        @Override
        public Cause cause(byte[] row) {
            return Cause.EXPIRED;
        }
    }
}
