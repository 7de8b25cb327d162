package io.keyfold.store;

import java.util.OptionalInt;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;

/**
 * The stores of a user's own topology. A key is where Kafka's default partitioner puts the bytes that its serializer gives: so a
 * topology repartitions unless it is told otherwise. Any thread.
 */
public interface DerivedState {

    /**
     * {@return the answer of this instance, partition by partition}
     *
     * @param request Kafka Streams' own interactive query
     * @param <R> its result
     * @throws IllegalStateException if the consumer does not run
     */
    <R> StateQueryResult<R> query(StateQueryRequest<R> request);

    /**
     * {@return the partition of a store that a key has; empty before the group or the broker has told this instance of its
     *     partitions}
     *
     * @param store the store
     * @param key the key
     * @param keys as the topology serializes it
     * @param <K> the key's type
     * @throws IllegalArgumentException if there is no such store
     */
    <K> OptionalInt partition(String store, K key, Serializer<K> keys);

    /**
     * {@return the answer of the instance that has a key: of its {@link DerivedDesk}}
     *
     * <p>That is this one, where it has the key or has no others to ask ({@link io.keyfold.config.PeerSettings}); else the one that
     * the group last told of, with one hop. Waits for another one no longer than the peers' timeout. An owner that is not known, is
     * silent or has not got the state yet gives {@link DerivedAnswer.NotReady}, and so does an interruption.
     *
     * @param store the store that has the key
     * @param key the key
     * @param keys as the topology serializes it
     * @param question what the desk is given, less than 1 MiB; its answer has less than 8 MiB
     * @param <K> the key's type
     * @throws IllegalArgumentException if there is no such store, or the question is too large
     * @throws IllegalStateException if the consumer has no desk
     */
    <K> DerivedAnswer ask(String store, K key, Serializer<K> keys, byte[] question);
}
