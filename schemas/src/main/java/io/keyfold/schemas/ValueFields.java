package io.keyfold.schemas;

/** Which columns the sink writes into the value: Flink's {@code value.fields-include}. */
public enum ValueFields {
    /** All columns, those of the key among them. */
    ALL,
    /** The columns that are not in the key. */
    EXCEPT_KEY
}
