package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow.Place;
import org.junit.jupiter.api.Test;

class RestoreBatchTest {

    private static final byte[] KEY = {1};
    private static final byte[] FIRST = {10};
    private static final byte[] SECOND = {20};

    private final RestoreBatch batch = new RestoreBatch();

    @Test
    void put_twiceForAKey_keepsTheLastAndCountsTheFirstAsSuperseded() {
        batch.put(KEY, FIRST, Place.HOME);
        batch.put(KEY, SECOND, Place.HOME);

        assertThat(batch.get(KEY).orElseThrow().row()).isEqualTo(SECOND);
        assertThat(batch.loaded()).isEqualTo(1);
        assertThat(batch.superseded()).isEqualTo(1);
    }

    @Test
    void delete_afterAPut_leavesTheDelete() {
        batch.put(KEY, FIRST, Place.HOME);
        batch.delete(KEY, Place.HOME);

        assertThat(batch.get(KEY).orElseThrow().row()).isNull();
        assertThat(batch.loaded() + batch.superseded()).isEqualTo(2);
    }

    /** The marked row is still the record's that wrote it: loaded, not superseded by the bad one. */
    @Test
    void mark_ofARowOfTheBatch_supersedesNothing() {
        batch.put(KEY, FIRST, Place.HOME);
        batch.mark(KEY, SECOND, Place.HOME);

        assertThat(batch.get(KEY).orElseThrow().row()).isEqualTo(SECOND);
        assertThat(batch.loaded()).isEqualTo(1);
        assertThat(batch.superseded()).isZero();
    }

    @Test
    void put_overAMarkedRowOfEarlierBatches_supersedesNothing() {
        batch.mark(KEY, FIRST, Place.HOME);
        batch.put(KEY, SECOND, Place.HOME);

        assertThat(batch.loaded()).isEqualTo(1);
        assertThat(batch.superseded()).isZero();
    }

    @Test
    void mark_alone_isNoRecordOfItsOwn() {
        batch.mark(KEY, FIRST, Place.HOME);

        assertThat(batch.loaded()).isZero();
    }

    @Test
    void bringsForeign_onceAForeignRowCame() {
        batch.put(KEY, FIRST, Place.HOME);
        assertThat(batch.bringsForeign()).isFalse();

        batch.put(new byte[] {2}, FIRST, Place.FOREIGN);

        assertThat(batch.bringsForeign()).isTrue();
    }
}
