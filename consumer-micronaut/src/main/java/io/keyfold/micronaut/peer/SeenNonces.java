package io.keyfold.micronaut.peer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;

/**
 * Nonces of the questions that came while they could be asked again: 61 seconds, for a question is taken from 30 seconds before its
 * time to 30 after. Any thread may ask.
 *
 * <p>It has no bound but that: only who has the secret puts something in. Another start knows nothing of what came before it.
 */
final class SeenNonces {

    private static final Duration KEPT = Duration.ofSeconds(61);

    private final Cache<Nonce, Boolean> seen;

    SeenNonces(Ticker ticker) {
        this.seen = Caffeine.newBuilder().expireAfterWrite(KEPT).ticker(ticker).build();
    }

    /** {@return whether it is the first time} */
    boolean add(String nonce) {
        return seen.asMap().putIfAbsent(Nonce.parse(nonce), Boolean.TRUE) == null;
    }

    private record Nonce(long high, long low) {

        private static final int HALF = 16;

        static Nonce parse(String hex) {
            return new Nonce(
                    Long.parseUnsignedLong(hex.substring(0, HALF), 16),
                    Long.parseUnsignedLong(hex.substring(HALF), 16));
        }
    }
}
