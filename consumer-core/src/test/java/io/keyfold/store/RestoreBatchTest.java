package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
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
    void forEach_keysOutOfOrder_areShownOnceInOrder() {
        byte[] other = {(byte) 0x80};
        batch.put(other, FIRST, Place.HOME);
        batch.put(KEY, FIRST, Place.HOME);
        batch.delete(other, Place.HOME);

        List<byte[]> keys = new ArrayList<>();
        batch.forEach((key, entry) -> keys.add(key));

        assertThat(keys).containsExactly(KEY, other);
    }

    /** Whatever is said in whatever order, and whenever one asks. */
    @Test
    void batch_anySequence_isAsAMapHasIt() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("RestoreBatchTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            RestoreBatch said = new RestoreBatch();
            Map<Byte, RestoreBatch.Entry> model = new TreeMap<>();
            long superseded = 0;
            for (int i = random.nextInt(60); i > 0; i--) {
                byte key = (byte) random.nextInt(20);
                RestoreBatch.Entry before = model.get(key);
                boolean wasRecords = before != null && before.isRecords();
                RestoreBatch.Entry entry = say(said, random, key, wasRecords);
                superseded += wasRecords && !isMark(entry) ? 1 : 0;
                model.put(key, entry);
                if (random.nextInt(10) == 0) {
                    assertThat(said.get(new byte[] {key}))
                            .as("seed %s", seed)
                            .isEqualTo(Optional.ofNullable(model.get(key)));
                    assertThat(said.superseded()).as("seed %s", seed).isEqualTo(superseded);
                }
            }
            Map<Byte, RestoreBatch.Entry> shown = new LinkedHashMap<>();
            said.forEach((key, entry) -> shown.put(key[0], entry));
            assertThat(List.copyOf(shown.entrySet())).as("seed %s", seed).isEqualTo(List.copyOf(model.entrySet()));
            assertThat(said.superseded()).as("seed %s", seed).isEqualTo(superseded);
        }
    }

    private static boolean isMark(RestoreBatch.Entry entry) {
        return entry.row() == SECOND;
    }

    private static RestoreBatch.Entry say(RestoreBatch said, Random random, byte key, boolean wasRecords) {
        byte[] bytes = {key};
        switch (random.nextInt(4)) {
            case 0 -> {
                said.put(bytes, FIRST, Place.FOREIGN);
                return new RestoreBatch.Entry(FIRST, Place.FOREIGN, false, true);
            }
            case 1 -> {
                said.delete(bytes, Place.HOME);
                return new RestoreBatch.Entry(null, Place.HOME, false, true);
            }
            case 2 -> {
                said.deleteAnywhere(bytes);
                return new RestoreBatch.Entry(null, Place.HOME, true, true);
            }
            default -> {
                said.mark(bytes, SECOND, Place.HOME);
                return new RestoreBatch.Entry(SECOND, Place.HOME, false, wasRecords);
            }
        }
    }

    @Test
    void bringsForeign_onceAForeignRowCame() {
        batch.put(KEY, FIRST, Place.HOME);
        assertThat(batch.bringsForeign()).isFalse();

        batch.put(new byte[] {2}, FIRST, Place.FOREIGN);

        assertThat(batch.bringsForeign()).isTrue();
    }
}
