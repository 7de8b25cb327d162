package io.keyfold.micronaut.peer;

import io.keyfold.micronaut.metrics.PeerMeters;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;

/**
 * Refuses a question that is too large, or does not say how large it is, before its bytes are read: whoever asks has not shown a
 * signature yet. For any thread.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@SizedQuestions
@Requires(property = ConfiguredPeers.ADDRESS)
final class QuestionSize {

    private final PeerMeters meters;

    QuestionSize(PeerMeters meters) {
        this.meters = meters;
    }

    @RequestFilter
    void admit(HttpRequest<?> request) {
        long bytes = request.getContentLength();
        if (bytes < 0 || bytes > PeerSetup.MAX_QUESTION_BYTES) {
            meters.refused("too-large");
            throw ProblemException.of(
                    ProblemType.PEER_TOO_LARGE,
                    "A question has at most " + PeerSetup.MAX_QUESTION_BYTES + " bytes and says how many, in "
                            + "Content-Length");
        }
    }
}
