package io.keyfold.store;

import org.apache.kafka.streams.StreamsBuilder;

/** A user's own topology on top of the tables. */
@FunctionalInterface
public interface DerivedTopology {

    /**
     * Builds on the tables. Called once a start.
     *
     * @param builder the application's builder
     * @param tables the consumer's tables
     */
    void build(StreamsBuilder builder, SourceTables tables);
}
