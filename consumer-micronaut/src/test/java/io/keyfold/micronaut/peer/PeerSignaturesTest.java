package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PeerSignaturesTest {

    private static final PeerSignatures OURS = PeerNode.signatures(PeerNode.SECRET);
    private static final byte[] BODY = "q".getBytes(UTF_8);
    private static final String NONCE = "000102030405060708090a0b0c0d0e0f";
    private static final QuestionStamp STAMP = new QuestionStamp("a:1", "1700000000000", NONCE, "1");

    /** Instances of two releases ask each other: what they sign may not change. Made by another program than this one. */
    @Test
    void ofQuestion_isTheSameInEveryRelease() {
        assertThat(OURS.ofQuestion(STAMP, BODY))
                .isEqualTo("bf1681dac3490e6290b89e45241fdc072c4d53188c4933316e0bb44243f48a0c");
    }

    @Test
    void ofReply_isTheSameInEveryRelease() {
        assertThat(OURS.ofReply(NONCE, 200, BODY))
                .isEqualTo("efee5b15b4c76a38832c5f0e13a008b1c50863c79e767c87b24efec6a327a701");
    }

    @Test
    void ofQuestion_anyPartChanged_isAnother() {
        List<String> all = Stream.of(
                        STAMP,
                        new QuestionStamp("a:2", "1700000000000", NONCE, "1"),
                        new QuestionStamp("a:11", "700000000000", NONCE, "1"), // the same letters in other parts
                        new QuestionStamp("a:1", "1700000000001", NONCE, "1"),
                        new QuestionStamp("a:1", "1700000000000", NONCE.replace('f', 'e'), "1"),
                        new QuestionStamp("a:1", "1700000000000", NONCE, "2"))
                .map(stamp -> OURS.ofQuestion(stamp, BODY))
                .toList();

        assertThat(all).doesNotHaveDuplicates().doesNotContain(OURS.ofQuestion(STAMP, "p".getBytes(UTF_8)));
    }

    @Test
    void ofReply_anyPartChanged_isAnother() {
        assertThat(List.of(
                        OURS.ofReply(NONCE, 200, BODY),
                        OURS.ofReply(NONCE, 503, BODY),
                        OURS.ofReply(NONCE.replace('f', 'e'), 200, BODY),
                        OURS.ofReply(NONCE, 200, new byte[0]),
                        OURS.ofQuestion(STAMP, BODY)))
                .doesNotHaveDuplicates();
    }

    @Test
    void ofQuestion_underAnotherSecret_isAnother() {
        assertThat(PeerNode.signatures("another-secret-of-32-characters-or-more")
                        .ofQuestion(STAMP, BODY))
                .isNotEqualTo(OURS.ofQuestion(STAMP, BODY));
    }

    @Test
    void isSame_differentLengths_isFalse() {
        assertThat(PeerSignatures.isSame("ab", "ab")).isTrue();
        assertThat(PeerSignatures.isSame("ab", "ac")).isFalse();
        assertThat(PeerSignatures.isSame("ab", "")).isFalse();
        assertThat(PeerSignatures.isSame("ab", "abab")).isFalse();
    }
}
