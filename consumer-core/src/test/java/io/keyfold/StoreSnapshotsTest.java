package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keyfold.change.SnapshotSource.Chunk;
import io.keyfold.codec.KeyCodec;
import io.keyfold.query.FakeTableStore;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreSnapshotsTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final KeyCodec KEYS = KeyCodec.of(CONTRACT);

    private final FakeTableStore store = new FakeTableStore(CONTRACT, 1);
    private final StoreSnapshots snapshots = new StoreSnapshots(() -> store, KEYS);
    private final List<Chunk> chunks = new ArrayList<>();

    @Test
    void read_chunks_haveEveryRowOnceAndTheLastSaysSo() {
        for (String item : List.of("I03", "I01", "I02")) {
            store.upsert(RowKey.of("A1", item), "{\"item_id\":\"" + item + "\"}");
        }

        boolean first = snapshots.read(0, null, 2, chunks::add);
        boolean second = snapshots.read(0, KEYS.storageKey(RowKey.of("A1", "I02")), 2, chunks::add);

        assertThat(List.of(first, second)).containsOnly(true);
        assertThat(chunks).extracting(Chunk::isLast).containsExactly(false, true);
        assertThat(chunks)
                .flatExtracting(Chunk::rows)
                .extracting(
                        entry -> entry.row().key(), entry -> entry.row().value().text())
                .containsExactly(
                        tuple(RowKey.of("A1", "I01"), "{\"item_id\":\"I01\"}"),
                        tuple(RowKey.of("A1", "I02"), "{\"item_id\":\"I02\"}"),
                        tuple(RowKey.of("A1", "I03"), "{\"item_id\":\"I03\"}"));
        assertThat(chunks)
                .flatExtracting(Chunk::rows)
                .allSatisfy(entry -> assertThat(entry.storageKey())
                        .isEqualTo(snapshots.storageKey(entry.row().key())));
    }

    @Test
    void read_emptyPartition_isOneChunkWithoutRows() {
        assertThat(snapshots.read(0, null, 2, chunks::add)).isTrue();

        assertThat(chunks).containsExactly(new Chunk(List.of(), true));
    }

    @Test
    void read_rowsOfAStalePartition_bearTheMark() {
        StaleMark away = new StaleMark(Optional.empty(), "away");
        store.upsert(RowKey.of("A1", "I01"), "{}");
        store.suspect(0, away);

        snapshots.read(0, null, 2, chunks::add);

        assertThat(chunks)
                .flatExtracting(Chunk::rows)
                .extracting(entry -> entry.row().stale())
                .containsExactly(Optional.of(away));
    }

    @Test
    void read_partitionThatCannotBeRead_handsNothingOver() {
        store.upsert(RowKey.of("A1", "I01"), "{}");
        store.restore(0);

        assertThat(snapshots.read(0, null, 2, chunks::add)).isFalse();

        assertThat(chunks).isEmpty();
    }
}
