package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerSettings;
import io.keyfold.config.PeerTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Calls to the other instances of a consumer. One that has not answered several times in a row is not asked for a moment, so that
 * whoever asks does not wait for it each time. Any thread.
 */
final class PeerCalls {

    private static final int FAILURES = 3;
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final PeerSettings settings;
    private final LongSupplier nanos;
    private final Map<PeerAddress, Silence> silences = new ConcurrentHashMap<>();

    /** A peer that has not answered since then, so many times. */
    record Silence(long sinceNanos, long lastNanos, int failures, String why) {

        private Silence triedAt(long now) {
            return new Silence(sinceNanos, now, failures, why);
        }

        private Silence again(long now, String reason) {
            return new Silence(sinceNanos, now, failures + 1, reason);
        }
    }

    PeerCalls(PeerSettings settings, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
    }

    Optional<PeerAddress> own() {
        return settings.address();
    }

    boolean canAsk() {
        return settings.transport().isPresent();
    }

    boolean isExpected() {
        return settings.isExpected();
    }

    /** Fails with the reason in words. */
    CompletableFuture<byte[]> ask(PeerAddress address, byte[] question) {
        PeerTransport transport = settings.transport().orElseThrow();
        Silence silence = silences.get(address);
        if (silence != null && silence.failures() >= FAILURES && !mayTry(address, silence)) {
            return CompletableFuture.failedFuture(new PeerException(silence.why()));
        }
        CompletableFuture<byte[]> reply = transport.ask(address, question, settings.timeout());
        return reply.handle((bytes, failure) -> {
            if (failure == null) {
                silences.remove(address);
                return bytes;
            }
            String why = "the instance at " + address + " " + reason(failure);
            long now = nanos.getAsLong();
            silences.merge(address, new Silence(now, now, 1, why), (before, first) -> before.again(now, why));
            throw new PeerException(why);
        });
    }

    /** Once the pause is over one question finds out whether it answers, and the others are spared for as long again. */
    private boolean mayTry(PeerAddress address, Silence silence) {
        long now = nanos.getAsLong();
        return now - silence.lastNanos() >= PAUSE_NANOS && silences.replace(address, silence, silence.triedAt(now));
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? "did not answer" : cause.getMessage();
    }

    Duration timeout() {
        return settings.timeout();
    }

    /** How long to wait for an answer; a little longer than the transport should take. */
    Duration patience() {
        return settings.timeout().plusMillis(500);
    }

    /** Those that have not answered lately. */
    Map<PeerAddress, Silence> silences() {
        return Map.copyOf(silences);
    }

    /** Whether it failed the last time that it was asked. */
    boolean isSilent(PeerAddress address) {
        return silences.containsKey(address);
    }

    /** Why a peer did not answer, in words. */
    static final class PeerException extends RuntimeException {

        PeerException(String why) {
            super(why, null, false, false);
        }
    }
}
