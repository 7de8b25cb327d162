package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyRangeTest {

    @Test
    void firstBehind_prefix_isTheLeastThatDoesNotBeginWithIt() {
        assertThat(KeyRange.firstBehind(new byte[] {1, 2})).isEqualTo(new byte[] {1, 3});
        assertThat(KeyRange.firstBehind(new byte[] {1, (byte) 0xFF})).isEqualTo(new byte[] {2});
        assertThat(KeyRange.firstBehind(new byte[] {(byte) 0x7F})).isEqualTo(new byte[] {(byte) 0x80});
    }

    @Test
    void firstBehind_ofNoPrefixOrTheLast_isNone() {
        assertThat(KeyRange.firstBehind(new byte[0])).isNull();
        assertThat(KeyRange.firstBehind(new byte[] {(byte) 0xFF, (byte) 0xFF})).isNull();
    }
}
