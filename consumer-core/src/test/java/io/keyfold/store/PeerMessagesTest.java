package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.GroupTotal;
import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import io.keyfold.config.TableSettings;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionQuery.Contents;
import io.keyfold.store.PartitionReads.Read;
import io.keyfold.store.PeerQuestion.Item;
import io.keyfold.store.PeerQuestion.OtherDeclarationException;
import io.keyfold.store.PeerReply.PeerAnswer;
import io.keyfold.store.PeerReply.Said;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What instances say to each other, as bytes. */
class PeerMessagesTest {

    private static final TableSettings TABLE = TableSettings.of(TableContracts.named("dwd_order_item"))
            .index("by_user", "user_id")
            .total("amount_by_status", Measure.sum("amount"), Grouping.groupBy("order_status"));
    private static final Projections DECLARED = Projections.of(TABLE);
    private static final KeyRange RANGE = new KeyRange(bytes("a"), null, Direction.REVERSE);
    private static final PartitionMarks MARKS = new PartitionMarks(
            Optional.of(new StaleMark(Optional.empty(), "远")),
            Optional.of(new WaitingMark(Instant.parse("2024-01-15T02:40:00.123456789Z"))),
            Optional.of(new StandbyMark(Instant.parse("1969-12-31T23:59:59Z"))));

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static PeerQuestion question(PartitionQuery<?>... queries) {
        return new PeerQuestion(
                "dwd_order_item",
                7,
                OptionalLong.of(5_000),
                Arrays.stream(queries)
                        .map(query -> new Item(3, OptionalLong.of(1842), query))
                        .toList());
    }

    private static PeerQuestion everything() {
        return question(
                new PartitionQuery.Point(bytes("k")),
                new PartitionQuery.Batch(List.of(bytes("k"), bytes(""))),
                new PartitionQuery.Rows(RANGE, 10, Contents.ROWS),
                new PartitionQuery.Rows(RANGE, 10, Contents.KEYS),
                new PartitionQuery.ForeignRows(RANGE, 11),
                new PartitionQuery.IndexedRows(DECLARED.index("by_user"), RANGE, 12),
                new PartitionQuery.Groups(DECLARED.total("amount_by_status"), RANGE, 13));
    }

    private static PeerReply answers() {
        Said said = new Said(1843, Optional.of(Instant.parse("2024-01-15T02:40:00Z")), MARKS);
        StoredEntry row = new StoredEntry(bytes("k"), bytes("k"), bytes("row"));
        GroupEntry group = new GroupEntry(
                bytes("g"),
                new GroupTotal(3, 2, BigInteger.TEN.pow(40).negate(), bytes("9")),
                List.of(new RankedRow(bytes("m"), bytes("k"))));
        return new PeerReply(
                Optional.empty(),
                Map.of(1, true, 5, false),
                List.of(
                        new PeerAnswer(Read.of(new StoredBytes(null)), said),
                        new PeerAnswer(
                                Read.of(List.of(new StoredBytes(bytes("r")), new StoredBytes(null))),
                                new Said(0, Optional.empty(), PartitionMarks.NONE)),
                        new PeerAnswer(Read.of(PartitionPage.of(List.of(row), true)), said),
                        PeerAnswer.none(Read.none("partition 3 is being restored")),
                        PeerAnswer.none(Read.elsewhere(3)),
                        new PeerAnswer(
                                Read.of(new PartitionPage<>(List.of(), false, Optional.of("index by_user is built"))),
                                said),
                        new PeerAnswer(Read.of(PartitionPage.of(List.of(group), false)), said)));
    }

    /** Its bytes are those of what was read: a record with arrays has no equality of its own. */
    @Test
    void question_everyQuery_readsAsItWasWritten() {
        byte[] written = everything().toBytes();

        PeerQuestion read = PeerQuestion.read(written, table -> DECLARED);

        assertThat(read.toBytes()).isEqualTo(written);
        assertThat(read.items()).hasSize(7).allSatisfy(item -> {
            assertThat(item.partition()).isEqualTo(3);
            assertThat(item.atLeast()).hasValue(1842);
        });
        assertThat(read.maxStalenessMs()).hasValue(5_000);
    }

    @Test
    void reply_everyResult_readsAsItWasWritten() {
        byte[] written = answers().toBytes(everything());

        PeerReply read = PeerReply.read(written, everything());

        assertThat(read.toBytes(everything())).isEqualTo(written);
        assertThat(read.foreign()).containsOnly(Map.entry(1, true), Map.entry(5, false));
        assertThat(read.answers().get(0).held())
                .isEqualTo(new Said(1843, Optional.of(Instant.parse("2024-01-15T02:40:00Z")), MARKS));
        assertThat(read.answers().get(3).read().unavailable()).contains("partition 3 is being restored");
        assertThat(read.answers().get(3).read().isElsewhere()).isFalse();
        assertThat(read.answers().get(4).read().isElsewhere()).isTrue();
    }

    @Test
    void question_indexThatIsDeclaredOtherwise_isRefusedInWords() {
        Projections other = Projections.of(
                TableSettings.of(TableContracts.named("dwd_order_item")).index("by_user", "sku_id", "user_id"));
        byte[] written = question(new PartitionQuery.IndexedRows(DECLARED.index("by_user"), RANGE, 12))
                .toBytes();

        assertThatThrownBy(() -> PeerQuestion.read(written, table -> other))
                .isInstanceOf(OtherDeclarationException.class)
                .hasMessage("the instance that has the partition declares the index by_user otherwise");
    }

    @Test
    void reply_toAnotherQuestion_isRefused() {
        byte[] written = answers().toBytes(everything());

        assertThatThrownBy(() -> PeerReply.read(written, question(new PartitionQuery.Point(bytes("k")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("answers: 7 (expected: 1)");
    }

    /** Cut off, longer, or with a changed byte: refused, or read as something; never out of memory, never another failure. */
    @Test
    void messages_thatWereDamaged_costNoMoreThanTheyAreLong() {
        long seed = new Random().nextLong();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        byte[] question = everything().toBytes();
        byte[] reply = answers().toBytes(everything());

        for (int i = 0; i < 20_000; i++) {
            byte[] damagedQuestion = damaged(question, random);
            byte[] damagedReply = damaged(reply, random);
            refusedOrRead(() -> PeerQuestion.read(damagedQuestion, table -> DECLARED));
            refusedOrRead(() -> PeerReply.read(damagedReply, everything()));
        }
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 4));
        for (int i = random.nextInt(3); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return damaged;
    }

    private static void refusedOrRead(Runnable read) {
        try {
            read.run();
        } catch (IllegalArgumentException | OtherDeclarationException | IllegalStateException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void page_largerThanAMessage_isCutWithMoreBehind() {
        List<StoredEntry> rows = List.of(
                new StoredEntry(bytes("a"), bytes("a"), new byte[100]),
                new StoredEntry(bytes("b"), bytes("b"), new byte[100]),
                new StoredEntry(bytes("c"), bytes("c"), new byte[100]));

        assertThat(PartitionPage.of(rows, false).within(250).entries()).isEqualTo(rows.subList(0, 2));
        assertThat(PartitionPage.of(rows, false).within(250).hasMore()).isTrue();
        assertThat(PartitionPage.of(rows, false).within(10).entries()).isEqualTo(rows.subList(0, 1));
        assertThat(PartitionPage.of(rows, false).within(1_000)).isEqualTo(PartitionPage.of(rows, false));
    }
}
