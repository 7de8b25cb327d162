package io.keyfold.micronaut.peer;

import io.keyfold.config.PeerAddress;
import io.micronaut.http.HttpHeaders;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is signed of a question beside its bytes, as it stands in the headers.
 *
 * @param target whom the asker means: {@code host:port}
 * @param time when it was asked, in milliseconds since 1970
 * @param nonce 128 bits that no other question has, in hexadecimal
 * @param hop how far it has come
 */
record QuestionStamp(String target, String time, String nonce, String hop) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 16;
    private static final Pattern TIME = Pattern.compile("\\d{1,18}");
    private static final Pattern NONCE = Pattern.compile("[0-9a-f]{32}");

    /** {@return the stamp of a question that is asked now} */
    static QuestionStamp of(PeerAddress target, long timeMs) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return new QuestionStamp(
                target.toString(), String.valueOf(timeMs), HexFormat.of().formatHex(nonce), PeerHeaders.FIRST_HOP);
    }

    /** {@return the stamp of a question that came, if it is whole} */
    static Optional<QuestionStamp> in(HttpHeaders headers) {
        String target = only(headers, PeerHeaders.TARGET);
        String time = only(headers, PeerHeaders.TIME);
        String nonce = only(headers, PeerHeaders.NONCE);
        String hop = only(headers, PeerHeaders.HOP);
        boolean isWhole = TIME.matcher(time).matches() && NONCE.matcher(nonce).matches();
        return isWhole ? Optional.of(new QuestionStamp(target, time, nonce, hop)) : Optional.empty();
    }

    static String only(HttpHeaders headers, String name) {
        List<String> all = headers.getAll(name);
        return all.size() == 1 ? all.get(0) : "";
    }

    long timeMs() {
        return Long.parseLong(time);
    }
}
