package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.IndexScan;
import io.keyfold.query.TotalScan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A row in another partition than its home is in indexes and totals where the table shows it, and in none where it does not. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ForeignProjectionsIT {

    private static final int PARTITIONS = 3;

    @TempDir
    static Path directory;

    private static ProjectedTable subject;
    private static UpsertTopic topic;
    private static long time = 1_705_286_400_000L;

    @BeforeAll
    static void start(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        subject = new ProjectedTable(kafka, contract, directory);
        subject.start(OrderProjection.all());
    }

    @AfterAll
    static void close() {
        topic.close();
        subject.close();
    }

    @Test
    void foreignRow_whereHomeHasNone_counts() {
        RowKey key = RowKey.of("ALONE", "I02");
        write(key, 1, "ALONE", "5");
        subject.awaitCaughtUp();

        assertThat(users("ALONE")).containsExactly("ALONE");
        assertThat(sum("ALONE")).containsExactly(new BigDecimal("5.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRow_behindAHomeRow_doesNotCountUntilThatIsDeleted() {
        RowKey key = RowKey.of("SHADED", "I02");
        write(key, 0, "HOME", "5");
        write(key, 1, "FOREIGN", "7");
        subject.awaitCaughtUp();

        assertThat(users("HOME")).containsExactly("SHADED");
        assertThat(users("FOREIGN")).isEmpty();
        assertThat(sum("HOME")).containsExactly(new BigDecimal("5.00"));
        assertThat(sum("FOREIGN")).isEmpty();
        subject.assertEqualsARecount();

        delete(key, 0);
        subject.awaitCaughtUp();

        assertThat(users("HOME")).isEmpty();
        assertThat(users("FOREIGN")).containsExactly("SHADED");
        assertThat(sum("HOME")).isEmpty();
        assertThat(sum("FOREIGN")).containsExactly(new BigDecimal("7.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRow_withTheHomeRowsValues_isListedOnce() {
        RowKey key = RowKey.of("TWIN", "I02");
        write(key, 0, "TWIN", "5");
        write(key, 1, "TWIN", "5");
        subject.awaitCaughtUp();

        assertThat(users("TWIN")).containsExactly("TWIN");
        assertThat(sum("TWIN")).containsExactly(new BigDecimal("5.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRows_inTwoPartitions_countAsTheLater() {
        RowKey key = RowKey.of("TWICE", "I02");
        write(key, 1, "EARLIER", "5");
        write(key, 2, "LATER", "7");
        subject.awaitCaughtUp();

        assertThat(users("EARLIER")).isEmpty();
        assertThat(users("LATER")).containsExactly("TWICE");
        assertThat(sum("EARLIER")).isEmpty();
        assertThat(sum("LATER")).containsExactly(new BigDecimal("7.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void mark_withoutAHomeRow_doesNotHideTheForeignRow() {
        RowKey key = RowKey.of("BAD", "I02");
        raw(topic, key, 0, "{torn");
        write(key, 1, "BEHIND", "5");
        subject.awaitCaughtUp();

        assertThat(users("BEHIND")).containsExactly("BAD");
        assertThat(sum("BEHIND")).containsExactly(new BigDecimal("5.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRow_changedAndDeleted_leaves() {
        RowKey key = RowKey.of("LEAVES", "I02");
        write(key, 1, "OLD", "5");
        write(key, 1, "NEW", "7");
        subject.awaitCaughtUp();
        assertThat(users("OLD")).isEmpty();
        assertThat(sum("NEW")).containsExactly(new BigDecimal("7.00"));

        delete(key, 1);
        subject.awaitCaughtUp();

        assertThat(users("NEW")).isEmpty();
        assertThat(sum("NEW")).isEmpty();
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRow_joiningAGroupOfHomeRows_isAddedToThem() {
        write(RowKey.of("WITH-1", "I02"), 0, "TOGETHER", "5");
        write(RowKey.of("WITH-2", "I02"), 2, "TOGETHER", "7");
        subject.awaitCaughtUp();

        assertThat(sum("TOGETHER")).containsExactly(new BigDecimal("12.00"));
        subject.assertEqualsARecount();
    }

    @Test
    void foreignRows_afterARestore_areAsBefore(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        try (UpsertTopic written = UpsertTopic.open(kafka.bootstrapServers(), contract);
                ProjectedTable restored = new ProjectedTable(kafka, contract, stateDir)) {
            for (int i = 0; i < 60; i++) {
                RowKey key = RowKey.of("A" + i / 2, "I02");
                write(written, key, i % 5 == 0 ? 1 : 0, "U" + i % 7, i + ".5");
            }
            restored.start(OrderProjection.all());
            restored.awaitCaughtUp();
            restored.awaitBuilt();

            restored.assertEqualsARecount();
        }
    }

    private static void write(RowKey key, int fromHome, String user, String amount) {
        write(topic, key, fromHome, user, amount);
    }

    /** So many partitions behind its home. */
    private static void write(UpsertTopic to, RowKey key, int fromHome, String user, String amount) {
        raw(
                to,
                key,
                fromHome,
                "{\"order_id\":\"" + TableModel.order(key) + "\",\"item_id\":\"I02\",\"user_id\":\"" + user
                        + "\",\"quantity\":1,\"amount\":" + amount + ",\"order_status\":\"" + user
                        + "\",\"update_time\":null}");
    }

    private static void delete(RowKey key, int fromHome) {
        raw(topic, key, fromHome, null);
    }

    private static void raw(UpsertTopic to, RowKey key, int fromHome, @Nullable String value) {
        to.rawAt(
                (TableModel.home(key, PARTITIONS) + fromHome) % PARTITIONS,
                time++,
                TableModel.keyJson(key).getBytes(UTF_8),
                value == null ? null : value.getBytes(UTF_8));
    }

    /** The orders that the index lists under a user. */
    private static List<String> users(String user) {
        return subject.table().scan(IndexScan.of("by_user").equal(user)).rows().stream()
                .map(Row<RowJson>::key)
                .sorted(Comparator.comparing(TableModel::order))
                .map(TableModel::order)
                .toList();
    }

    private static List<Object> sum(String status) {
        return subject.table().totals(TotalScan.of("amount_by_status").group(status)).groups().stream()
                .flatMap(group -> group.value().stream())
                .toList();
    }
}
