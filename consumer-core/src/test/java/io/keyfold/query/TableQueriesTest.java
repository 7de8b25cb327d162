package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableQueriesTest {

    @Test
    void firstBehind_prefix_isTheLeastThatDoesNotBeginWithIt() {
        assertThat(TableQueries.firstBehind(new byte[] {1, 2})).isEqualTo(new byte[] {1, 3});
        assertThat(TableQueries.firstBehind(new byte[] {1, (byte) 0xFF})).isEqualTo(new byte[] {2});
        assertThat(TableQueries.firstBehind(new byte[] {(byte) 0x7F})).isEqualTo(new byte[] {(byte) 0x80});
    }

    @Test
    void firstBehind_ofNoPrefixOrTheLast_isNone() {
        assertThat(TableQueries.firstBehind(new byte[0])).isNull();
        assertThat(TableQueries.firstBehind(new byte[] {(byte) 0xFF, (byte) 0xFF}))
                .isNull();
    }

    @Test
    void scan_limitOutOfRange_isRefused() {
        assertThatThrownBy(() -> Scan.all().limit(0)).hasMessage("limit: 0 (expected: 1 .. 10000)");
        assertThatThrownBy(() -> Scan.all().limit(10_001)).hasMessage("limit: 10001 (expected: 1 .. 10000)");
    }
}
