package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

/** What is to be said of the bytes of an upsert: good or bad. */
public sealed interface ValueCheck {

    /** Good, and whole. */
    Good WHOLE = new Good(RowShape.WHOLE);

    /**
     * They are a row of the table.
     *
     * @param shape how its fields differ from the contract's columns
     */
    record Good(RowShape shape) implements ValueCheck {

        /** Refuses a missing shape. */
        public Good {
            requireNonNull(shape, "shape");
        }
    }

    /**
     * They are none.
     *
     * @param why the fault
     */
    record Bad(BadRecord why) implements ValueCheck {}
}
