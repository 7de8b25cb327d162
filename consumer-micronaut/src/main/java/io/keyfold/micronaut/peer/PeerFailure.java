package io.keyfold.micronaut.peer;

import io.keyfold.micronaut.problem.ProblemType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why another instance gave no answer, in words that go behind its address: {@code refused the connection}. */
final class PeerFailure extends IOException {

    static final String REFUSED_CONNECTION = "refused the connection";
    static final String CLOSED_CONNECTION = "closed the connection before it answered";
    static final String NOT_TRUSTED = "does not speak TLS, or has a certificate that is not trusted";
    static final String NOT_KEYFOLDS = "answered with something that is not Keyfold's, or has another keyfold.secret";

    private static final int DEEPEST = 20;
    private static final Map<Integer, String> REFUSALS = Map.of(
            ProblemType.PEER_EXPIRED.status().getCode(),
            "took the question for old or for seen before; are the clocks more than 30 s apart, or did it start less than"
                    + " that ago, and its clock is ahead?",
            ProblemType.PEER_MISDIRECTED.status().getCode(),
            "is another instance than the one that was meant; is its keyfold.peers.address right?",
            ProblemType.PEER_HOP.status().getCode(),
            "saw more than one hop",
            ProblemType.PEER_QUESTION.status().getCode(),
            "did not understand the question; is it of another version?",
            ProblemType.PEER_BUSY.status().getCode(),
            "is too busy to answer",
            ProblemType.PEER_FAILED.status().getCode(),
            "failed to answer; its log says why");

    private final boolean isRefusal;

    PeerFailure(String words) {
        this(words, null, false);
    }

    private PeerFailure(String words, @Nullable Throwable cause, boolean isRefusal) {
        super(words, cause);
        this.isRefusal = isRefusal;
    }

    /** {@return that somebody decided not to ask, or not to answer} */
    static PeerFailure refusal(String words) {
        return new PeerFailure(words, null, true);
    }

    /** {@return what became of a question, in a word} */
    static String outcome(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "answered";
        }
        return thrown instanceof PeerFailure failure && failure.isRefusal ? "refused" : "failed";
    }

    /** {@return that nothing came in time} */
    static PeerFailure late(Duration timeout) {
        return new PeerFailure("did not answer within " + words(timeout));
    }

    /** {@return what a signed reply says that is no answer} */
    static PeerFailure refusal(int status) {
        return refusal(REFUSALS.getOrDefault(status, "answered with status " + status));
    }

    /** {@return why the exchange itself failed} */
    static PeerFailure of(Throwable thrown, Duration timeout) {
        List<Throwable> causes = causes(thrown);
        Optional<PeerFailure> ours = first(causes, PeerFailure.class);
        if (ours.isPresent()) {
            return ours.get();
        }
        if (first(causes, HttpTimeoutException.class).isPresent()) {
            return late(timeout);
        }
        return new PeerFailure(words(causes), thrown, false);
    }

    /**
     * {@return whether a connection that was kept open may have been closed just when it was used, so that nobody has seen the
     * question}
     */
    static boolean isOfAClosedConnection(Throwable thrown) {
        return words(causes(thrown)).equals(CLOSED_CONNECTION);
    }

    private static String words(List<Throwable> causes) {
        if (first(causes, UnresolvedAddressException.class).isPresent()) {
            return "has a host name that nobody knows";
        }
        if (first(causes, ConnectException.class).isPresent()) {
            return REFUSED_CONNECTION; // the JDK connects twice and keeps the second failure, which tells nothing
        }
        if (first(causes, NoRouteToHostException.class).isPresent()) {
            return "cannot be reached";
        }
        if (first(causes, SSLException.class).isPresent()) {
            return NOT_TRUSTED;
        }
        if (first(causes, ProtocolException.class).isPresent()) {
            return NOT_KEYFOLDS;
        }
        return first(causes, IOException.class).isPresent() ? CLOSED_CONNECTION : "could not be asked";
    }

    private static <T extends Throwable> Optional<T> first(List<Throwable> causes, Class<T> type) {
        return causes.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable t = thrown; t != null && causes.size() < DEEPEST; t = t.getCause()) {
            causes.add(t);
        }
        return causes;
    }

    private static String words(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
