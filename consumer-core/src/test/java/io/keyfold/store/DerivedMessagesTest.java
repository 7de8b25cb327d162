package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.store.DerivedReply.None;
import io.keyfold.store.DerivedReply.NotHere;
import io.keyfold.store.DerivedReply.Said;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What instances say to each other of derived state, byte by byte. */
class DerivedMessagesTest {

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void question_isAMarkAVersionAndItsContents() {
        byte[] written = new DerivedQuestion("U7".getBytes(UTF_8)).toBytes();

        assertThat(written).isEqualTo(bytes('D', 1, 0, 0, 0, 2, 'U', '7'));
        assertThat(DerivedQuestion.isAsked(written)).isTrue();
        assertThat(DerivedQuestion.read(written).contents()).isEqualTo(bytes('U', '7'));
    }

    @Test
    void question_ofAnotherKind_isNone() {
        byte[] table = new PeerQuestion("orders", 1, OptionalLong.empty(), List.of()).toBytes();

        assertThat(DerivedQuestion.isAsked(table)).isFalse();
        assertThat(DerivedQuestion.isAsked(PeerDesk.WHO)).isFalse();
        assertThat(DerivedQuestion.isAsked(bytes('C', 1))).isFalse();
        assertThat(DerivedQuestion.isAsked(new byte[0])).isFalse();
    }

    @Test
    void question_ofAnotherVersion_isRefused() {
        assertThatThrownBy(() -> DerivedQuestion.read(bytes('D', 2, 0, 0, 0, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("version: 2 (expected: 1)");
    }

    @Test
    void question_cutOffAtAnyByte_isRefused() {
        byte[] written = new DerivedQuestion("U7".getBytes(UTF_8)).toBytes();

        for (int length = 1; length < written.length; length++) {
            byte[] cut = Arrays.copyOf(written, length);
            assertThatThrownBy(() -> DerivedQuestion.read(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> DerivedQuestion.read(Arrays.copyOf(written, written.length + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message: 1 bytes too many");
    }

    @Test
    void question_beyondAMessage_isRefused() {
        assertThatThrownBy(() -> new DerivedQuestion(new byte[1 << 20]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("question: 1048576 bytes (expected: 1048512 at the most)");
    }

    @Test
    void reply_ofEachKind_isWhatWasSaid() {
        byte[] said = new Said(bytes(7, 8)).toBytes();
        byte[] notHere = new NotHere().toBytes();
        byte[] none = new None("it rests").toBytes();

        assertThat(said).isEqualTo(bytes(1, 0, 0, 0, 0, 2, 7, 8));
        assertThat(notHere).isEqualTo(bytes(1, 1));
        assertThat(none).isEqualTo(bytes(1, 2, 0, 0, 0, 8, 'i', 't', ' ', 'r', 'e', 's', 't', 's'));
        assertThat(DerivedReply.read(said))
                .isInstanceOfSatisfying(
                        Said.class, read -> assertThat(read.answer()).isEqualTo(bytes(7, 8)));
        assertThat(DerivedReply.read(notHere)).isEqualTo(new NotHere());
        assertThat(DerivedReply.read(none)).isEqualTo(new None("it rests"));
    }

    @Test
    void reply_thatIsNone_isRefused() {
        assertThatThrownBy(() -> DerivedReply.read(bytes(2, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("version: 2 (expected: 1)");
        assertThatThrownBy(() -> DerivedReply.read(bytes(1, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kind: 3 (expected: 0 .. 2)");
        assertThatThrownBy(() -> DerivedReply.read(bytes(1, 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message: 1 bytes too many");
    }

    /** With what stands around it, it is as long as a reply may be. */
    @Test
    void reply_ofTheLongestAnswer_hasRoom() {
        assertThat(new Said(new byte[DerivedReply.MOST_BYTES]).toBytes()).hasSizeLessThanOrEqualTo(8 << 20);
        assertThat(new DerivedQuestion(new byte[DerivedQuestion.MOST_BYTES]).toBytes())
                .hasSizeLessThanOrEqualTo(1 << 20);
    }
}
