package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RowShape.Difference;
import io.keyfold.query.FakeTableStore;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.BadNote;
import io.keyfold.store.ColumnNote;
import io.keyfold.store.KeyBytes;
import io.keyfold.store.KeyNote;
import io.keyfold.store.TableNotes;
import io.keyfold.store.TopicNote;
import io.keyfold.store.TopicNote.Weight;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableFindingsTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final Instant SINCE = Instant.parse("2024-01-15T02:40:00Z");
    private static final RowKey KEY = RowKey.of("A1001", "I02");

    private final FakeTableStore store = new FakeTableStore(CONTRACT, 6);

    private static RecordPosition at(int partition, long offset) {
        return new RecordPosition("dwd_order_item", partition, offset);
    }

    private void notice(KeyNote.Kind kind, int partition, int home) {
        KeyCodec keys = KeyCodec.of(CONTRACT);
        KeyBytes bytes = new KeyBytes(keys.routingKey(KEY), keys.storageKey(KEY));
        KeyNote note = new KeyNote(kind, 3, SINCE, at(partition, 4), at(partition, 9), bytes, home);
        store.notice(new TableNotes(List.of(note), List.of(), List.of()));
    }

    private Finding only() {
        List<Finding> findings = new TableFindings(store).all();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void all_nothingNoticed_isNone() {
        assertThat(new TableFindings(store).all()).isEmpty();
    }

    /** UC-01: the finding names both partitions and both positions. */
    @Test
    void all_foreignRecord_namesBothPlaces() {
        int home = store.home(KEY);
        int other = (home + 1) % 6;
        store.upsert(KEY, "{}");
        notice(KeyNote.Kind.FOREIGN, other, home);

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("foreign-records");
        assertThat(finding.since()).isEqualTo(Optional.of(SINCE));
        assertThat(finding.sentence())
                .startsWith("a key was seen in partitions " + Math.min(home, other) + " and " + Math.max(home, other))
                .contains("the record at dwd_order_item-" + other + "@9")
                .contains("its row is at dwd_order_item-" + home + "@0")
                .endsWith("3 such records in partition " + other + ", the first at dwd_order_item-" + other + "@4")
                .doesNotContain("A1001");
    }

    @Test
    void all_foreignRecordOfAKeyWithoutRow_saysSo() {
        notice(KeyNote.Kind.FOREIGN, 5, store.home(KEY));

        assertThat(only().sentence()).contains("where there is no row");
    }

    @Test
    void all_foreignRecordWhoseHomeIsElsewhere_saysSo() {
        store.lose(store.home(KEY));
        notice(KeyNote.Kind.FOREIGN, 5, store.home(KEY));

        assertThat(only().sentence()).contains("where another instance has it");
    }

    @Test
    void all_respelledKey_warnsOfCompaction() {
        store.upsert(KEY, "{}");
        notice(KeyNote.Kind.RESPELLED, store.home(KEY), store.home(KEY));

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("respelled-keys");
        assertThat(finding.sentence()).contains("the row of that key is at dwd_order_item-" + store.home(KEY) + "@0");
        assertThat(finding.advice()).contains("Compaction takes two spellings for two keys");
    }

    /** UC-16: the finding names the likely format, and comes before what matters less. */
    @Test
    void all_envelopesAndDrift_tellTheGravestFirst() {
        BadNote envelopes = new BadNote(
                Reason.ENVELOPE, 2, SINCE, at(0, 1), at(0, 2), "looks like a CDC envelope (before/after/op)");
        ColumnNote drift = new ColumnNote(Difference.UNDECLARED, "coupon_id", 1, SINCE, at(1, 1));
        store.notice(new TableNotes(List.of(), List.of(drift), List.of(envelopes)));

        List<Finding> findings = new TableFindings(store).all();

        assertThat(findings).extracting(Finding::id).containsExactly("change-envelopes", "undeclared-columns");
        assertThat(findings.get(0).sentence())
                .isEqualTo("2 records were not applied, from dwd_order_item-0@1 on, the last at dwd_order_item-0@2:"
                        + " looks like a CDC envelope (before/after/op)");
        assertThat(findings.get(0).advice()).contains("'value.format' = 'json'");
    }

    /** UC-18: the first position of a column that comes or goes, counted a column. */
    @Test
    void all_columnsComeAndGo_areNamedWithTheirFirstPosition() {
        ColumnNote gone = new ColumnNote(Difference.ABSENT, "sku_id", 7, SINCE, at(4, 2));
        ColumnNote nulls = new ColumnNote(Difference.NULL, "amount", 9, SINCE, at(4, 3));
        store.notice(new TableNotes(List.of(), List.of(gone, nulls), List.of()));

        assertThat(only().sentence())
                .isEqualTo("values lack declared columns: sku_id (7 records, first at dwd_order_item-4@2)");
    }

    @Test
    void all_ofTopics_areAsGraveAsTheirNotes() {
        store.noticeTopics(Arrays.stream(Weight.values())
                .map(weight -> new TopicNote("of-topics", weight, "orders", "it is " + weight, "see to it"))
                .toList());

        assertThat(new TableFindings(store).all())
                .extracting(Finding::severity, Finding::sentence, Finding::advice)
                .containsExactly(
                        tuple(Severity.ERROR, "it is ERROR", "See to it."),
                        tuple(Severity.WARNING, "it is WARNING", "See to it."),
                        tuple(Severity.INFO, "it is INFO", "See to it."));
    }
}
