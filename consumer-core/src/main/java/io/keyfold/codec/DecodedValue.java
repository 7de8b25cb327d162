package io.keyfold.codec;

import io.keyfold.row.RowJson;

/** A record's value: an upsert, a tombstone, or bad. */
public sealed interface DecodedValue {

    /**
     * A row's new value.
     *
     * @param json the bytes as they came
     * @param shape how its fields differ from the contract's columns
     */
    record Upsert(RowJson json, RowShape shape) implements DecodedValue {

        /**
         * A row with every column.
         *
         * @param json the bytes as they came
         */
        public Upsert(RowJson json) {
            this(json, RowShape.WHOLE);
        }
    }

    /** The row is to go: Kafka's null value. Nothing else is one. */
    record Tombstone() implements DecodedValue {}

    /**
     * Neither.
     *
     * @param why the fault
     */
    record Bad(BadRecord why) implements DecodedValue {}
}
