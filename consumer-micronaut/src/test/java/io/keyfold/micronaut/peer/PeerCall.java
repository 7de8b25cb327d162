package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** A question as somebody may put it together who has the secret, or has not. */
final class PeerCall {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final PeerNode node;
    private String secret = PeerNode.SECRET;
    private String target;
    private String time = String.valueOf(System.currentTimeMillis());
    private String nonce =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()).repeat(2);
    private String hop = "1";
    private byte[] signed = "q".getBytes(UTF_8);
    private byte[] sent = signed;
    private String[] headers = {};

    private PeerCall(PeerNode node) {
        this.node = node;
        this.target = node.address().toString();
    }

    static PeerCall to(PeerNode node) {
        return new PeerCall(node);
    }

    PeerCall secret(String other) {
        secret = other;
        return this;
    }

    PeerCall target(String other) {
        target = other;
        return this;
    }

    PeerCall timeMs(long other) {
        time = String.valueOf(other);
        return this;
    }

    PeerCall hop(String other) {
        hop = other;
        return this;
    }

    PeerCall question(byte[] bytes) {
        signed = bytes;
        sent = bytes;
        return this;
    }

    /** Changes what is sent behind the signature's back. */
    PeerCall changed(byte[] bytes) {
        sent = bytes;
        return this;
    }

    PeerCall headers(String... more) {
        headers = more;
        return this;
    }

    HttpResponse<byte[]> send() throws IOException, InterruptedException {
        QuestionStamp stamp = new QuestionStamp(target, time, nonce, hop);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + node.port() + PeerSetup.QUESTIONS))
                .header("Content-Type", "application/octet-stream")
                .header(PeerHeaders.TARGET, target)
                .header(PeerHeaders.TIME, time)
                .header(PeerHeaders.NONCE, nonce)
                .header(PeerHeaders.HOP, hop)
                .header(PeerHeaders.SIGNATURE, PeerNode.signatures(secret).ofQuestion(stamp, signed))
                .POST(BodyPublishers.ofByteArray(sent));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), BodyHandlers.ofByteArray());
    }

    /** {@return whether the reply is one of the instance, to this question} */
    boolean isSigned(HttpResponse<byte[]> reply) {
        return reply.headers()
                .firstValue(PeerHeaders.SIGNATURE)
                .filter(PeerNode.signatures(PeerNode.SECRET).ofReply(nonce, reply.statusCode(), reply.body())::equals)
                .isPresent();
    }
}
