package io.keyfold.micronaut.peer;

import com.github.benmanes.caffeine.cache.Ticker;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.time.Clock;
import java.time.Duration;

/**
 * Decides which questions are heard. The signature is looked at first, so that who has not the secret learns nothing: then the time,
 * the nonce, whom it is for, and how far it has come.
 *
 * <p>A question of a time before the start is refused. So an asker whose clock is behind, though by less than is tolerated, is refused
 * for as long after each start.
 */
final class QuestionGuard {

    private static final Duration TOLERANCE = Duration.ofSeconds(30);

    private final PeerSignatures signatures;
    private final String address;
    private final Clock clock;
    private final SeenNonces seen;
    private final long startedMs;

    QuestionGuard(PeerSetup setup, Clock clock, Ticker ticker, long startedMs) {
        this.signatures = setup.signatures();
        this.address = setup.address().toString();
        this.clock = clock;
        this.seen = new SeenNonces(ticker);
        this.startedMs = startedMs;
    }

    boolean isGenuine(QuestionStamp stamp, String signature, byte[] question) {
        return PeerSignatures.isSame(signatures.ofQuestion(stamp, question), signature);
    }

    /**
     * Lets a genuine question pass, once.
     *
     * @throws ProblemException saying why not
     */
    void admit(QuestionStamp stamp) {
        if (Math.abs(clock.millis() - stamp.timeMs()) > TOLERANCE.toMillis()) {
            throw ProblemException.of(
                    ProblemType.PEER_EXPIRED,
                    "The question is of a time that is more than " + TOLERANCE.toSeconds() + " s from this instance's");
        }
        if (stamp.timeMs() < startedMs) { // its nonce may be one that was forgotten with the process before
            throw ProblemException.of(
                    ProblemType.PEER_EXPIRED,
                    "The question is of a time before this instance started; an asker whose clock is behind is refused"
                            + " for as long after a start");
        }
        if (!seen.add(stamp.nonce())) {
            throw ProblemException.of(ProblemType.PEER_REPLAYED, "A question with this nonce came before");
        }
        if (!stamp.target().equalsIgnoreCase(address)) {
            throw ProblemException.of(
                    ProblemType.PEER_MISDIRECTED,
                    "The question is for another instance than the one that it came to; look at keyfold.peers.address");
        }
        if (!stamp.hop().equals(PeerHeaders.FIRST_HOP)) {
            throw ProblemException.of(
                    ProblemType.PEER_HOP, "A question goes from the asker to the asked, and not further");
        }
    }
}
