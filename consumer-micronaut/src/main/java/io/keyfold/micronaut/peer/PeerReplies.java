package io.keyfold.micronaut.peer;

import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Replies to genuine questions: all of them are signed, also those that are no answers. */
final class PeerReplies {

    /** The status of an answer. */
    static final int ANSWERED = 200;

    private final PeerSignatures signatures;
    private final JsonMapper json;

    PeerReplies(PeerSignatures signatures, JsonMapper json) {
        this.signatures = signatures;
        this.json = json;
    }

    MutableHttpResponse<byte[]> answer(QuestionStamp stamp, byte[] answer) {
        return signed(stamp, HttpResponse.ok(), answer).contentType(MediaType.APPLICATION_OCTET_STREAM_TYPE);
    }

    MutableHttpResponse<byte[]> refusal(HttpRequest<?> request, QuestionStamp stamp, ProblemException problem) {
        byte[] body;
        try {
            body = json.writeValueAsBytes(problem.body(request));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write a problem: " + e.getMessage(), e);
        }
        return signed(stamp, HttpResponse.status(problem.type().status()), body).contentType(Problem.MEDIA_TYPE);
    }

    private MutableHttpResponse<byte[]> signed(QuestionStamp stamp, MutableHttpResponse<?> response, byte[] body) {
        return response.header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(PeerHeaders.SIGNATURE, signatures.ofReply(stamp.nonce(), response.code(), body))
                .body(body);
    }
}
