package io.keyfold.benchmarks;

/** Records of a topic by their numbers: every process knows all of them without being told. Any thread may ask. */
interface Records {

    /** {@return the Kafka key of a record} */
    byte[] keyOf(long record);

    /** {@return whether a record is a tombstone} */
    boolean isDelete(long record);

    /** {@return the Kafka value of a record that is no tombstone} */
    byte[] value(long record);
}
