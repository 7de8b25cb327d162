package io.keyfold.store;

import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;

/** The stores of a user's own topology on this instance. */
public interface DerivedState {

    /**
     * {@return the answer of this instance, partition by partition}
     *
     * @param request Kafka Streams' own interactive query
     * @param <R> its result
     * @throws IllegalStateException if the consumer does not run
     */
    <R> StateQueryResult<R> query(StateQueryRequest<R> request);
}
