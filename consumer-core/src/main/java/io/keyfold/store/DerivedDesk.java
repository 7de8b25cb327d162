package io.keyfold.store;

import java.util.Optional;

/**
 * Answers questions to what a user's topology derives, out of what is on this instance: the user's own code, and what the bytes
 * mean is its own business.
 *
 * <p>It is asked by {@link DerivedState#ask} of this instance and of the others, on any thread, several at once. It reads only, is
 * quick, and asks no other instance.
 *
 * <p>Whether a key is here is told by the partition that it has: a query of Kafka Streams for {@link DerivedState#partition} alone,
 * {@code requireActive()}, fails where the partition is not here, is being restored or is a standby, and gives no value where the key
 * has none.
 */
@FunctionalInterface
public interface DerivedDesk {

    /**
     * Answers one. What it throws is told by its class alone, and gives no answer.
     *
     * @param derived what is on this instance; not to be {@linkplain DerivedState#ask asked} from here
     * @param question as it was asked; not to be modified
     * @return the answer, also to a key that has nothing; empty if the state that it is about is not here, or not yet
     */
    Optional<byte[]> answer(DerivedState derived, byte[] question);
}
