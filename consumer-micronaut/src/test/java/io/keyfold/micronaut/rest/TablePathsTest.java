package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TablePathsTest {

    @Test
    void encodedKey_isWhatFollowsRowsUndecoded() {
        assertThat(TablePaths.of("/v1/tables/t/rows/A%2F10/rows/x").encodedKey())
                .isEqualTo("A%2F10/rows/x");
        assertThat(TablePaths.of("/v1/tables/t/rows/A/").encodedKey()).isEqualTo("A/");
    }

    @Test
    void rows_belowAPrefix_keepsIt() {
        TablePaths paths = TablePaths.of("/orders/v1/tables/t/rows/A");

        assertThat(paths.tables()).isEqualTo("/orders/v1/tables");
        assertThat(paths.rows("t")).isEqualTo("/orders/v1/tables/t/rows");
        assertThat(paths.encodedKey()).isEqualTo("A");
    }
}
