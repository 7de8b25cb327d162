package io.keyfold.config;

/** Where a table's local copy is rebuilt from. One for a whole consumer. */
public enum Materialization {
    /**
     * From the source topic itself: no topic is created and nothing is written to Kafka but offsets and dead letters.
     * At least once; nothing is derived from the table inside Kafka.
     */
    SOURCE_TOPIC,
    /**
     * From a changelog topic of its own, exactly once, so that what a topology derives from the table stays exact. All
     * tables of the consumer share one Kafka Streams application.
     */
    CHANGELOG
}
