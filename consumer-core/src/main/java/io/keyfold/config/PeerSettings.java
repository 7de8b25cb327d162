package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How the instances of a consumer ask each other.
 *
 * @param address where the others find this one; empty if they cannot ask it
 * @param transport carries questions to the others; empty if this one cannot ask them
 * @param timeout how long to wait for one of them
 * @param isExpected whether somebody asks this instance for what others have, so that it is a fault if it cannot ask them
 */
public record PeerSettings(
        Optional<PeerAddress> address, Optional<PeerTransport> transport, Duration timeout, boolean isExpected) {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);

    /** Each instance answers for itself, and nobody expects more. */
    public static final PeerSettings NONE =
            new PeerSettings(Optional.empty(), Optional.empty(), DEFAULT_TIMEOUT, false);

    /** Each instance answers for itself though it is asked for all: a finding as soon as there are others. */
    public static final PeerSettings MISSING =
            new PeerSettings(Optional.empty(), Optional.empty(), DEFAULT_TIMEOUT, true);

    /** Refuses one half without the other. */
    public PeerSettings {
        requireNonNull(timeout, "timeout");
        if (address.isPresent() != transport.isPresent()) {
            throw new IllegalArgumentException("peers: an address or a transport alone (expected: both)");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("peers: timeout " + timeout + " (expected: more than zero)");
        }
    }

    /**
     * {@return settings with which all instances answer for each other; 1 second for each question}
     *
     * @param address where the others find this instance
     * @param transport carries questions to them
     */
    public static PeerSettings of(PeerAddress address, PeerTransport transport) {
        return new PeerSettings(Optional.of(address), Optional.of(transport), DEFAULT_TIMEOUT, true);
    }

    /**
     * {@return the same settings with another patience}
     *
     * @param longest how long to wait for one of the others, more than zero
     */
    public PeerSettings timeout(Duration longest) {
        return new PeerSettings(address, transport, longest, isExpected);
    }
}
