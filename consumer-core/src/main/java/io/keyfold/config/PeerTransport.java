package io.keyfold.config;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Carries questions to other instances of the same consumer. What they mean is the consumer's business: the other side hands them
 * to {@code UpsertConsumer.answerPeer}, and brings back what that gave.
 *
 * <p>A reply has 8 MiB at the most, or a little more than the largest row of each partition of a table: what has no room is asked for
 * again.
 *
 * <p>Any thread may ask; nothing waits. An implementation sees to it that only instances of the consumer are asked, and that only
 * they are heard.
 */
public interface PeerTransport {

    /**
     * Asks.
     *
     * @param address whom
     * @param question bytes, to be carried as they are
     * @param timeout when to give up at the latest
     * @return the reply's bytes; fails, with a message that says why in words, if there is none in time, or it is not to be trusted
     */
    CompletableFuture<byte[]> ask(PeerAddress address, byte[] question, Duration timeout);
}
