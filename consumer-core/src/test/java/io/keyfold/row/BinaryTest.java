package io.keyfold.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinaryTest {

    private static Binary of(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return Binary.of(array);
    }

    @Test
    void bytes_givenAndTaken_areCopies() {
        byte[] given = {1, 2};
        Binary value = Binary.of(given);

        given[0] = 7;
        value.bytes()[1] = 7;

        assertThat(value).isEqualTo(of(1, 2)).hasSameHashCodeAs(of(1, 2));
        assertThat(value.length()).isEqualTo(2);
    }

    @Test
    void compareTo_bytes_areUnsignedAndABeginningIsFirst() {
        List<Binary> ascending = List.of(of(), of(0), of(0, 0), of(1), of(0x7F), of(0x80), of(0xFF));

        Binary[] sorted = {of(0x80), of(0, 0), of(0xFF), of(1), of(), of(0x7F), of(0)};
        Arrays.sort(sorted);

        assertThat(sorted).containsExactlyElementsOf(ascending);
    }

    @Test
    void toString_showsNoContents() {
        assertThat(of(65, 66)).hasToString("Binary[2 bytes]");
    }
}
