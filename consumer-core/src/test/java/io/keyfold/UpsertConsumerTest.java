package io.keyfold;

import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.sum;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.change.ChangeCursor;
import io.keyfold.config.Materialization;
import io.keyfold.config.PeerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.DerivedState;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

class UpsertConsumerTest {

    private static UpsertConsumerBuilder builder() {
        return UpsertConsumer.builder("risk")
                .bootstrapServers("localhost:9092")
                .table(TableContracts.named("dwd_order_item"));
    }

    /** Every setting that a user may leave out, and what it is then; the README's table says the same. */
    @Test
    void builder_defaults_areThese() throws IllegalAccessException {
        Map<String, String> defaults = new LinkedHashMap<>();
        UpsertConsumerBuilder builder = UpsertConsumer.builder("risk");
        for (Field field : UpsertConsumerBuilder.class.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                field.setAccessible(true);
                defaults.put(field.getName(), String.valueOf(field.get(builder)));
            }
        }

        assertThat(defaults)
                .isEqualTo(Map.ofEntries(
                        Map.entry("name", "risk"),
                        Map.entry("bootstrapServers", ""),
                        Map.entry("stateDir", "keyfold-state"),
                        Map.entry("instanceId", Optional.empty().toString()),
                        Map.entry("streamThreads", "1"),
                        Map.entry("startTimeout", "PT20S"),
                        Map.entry("materialization", "SOURCE_TOPIC"),
                        Map.entry("storeMemoryBytes", "268435456"),
                        Map.entry("changeLogBytes", "0"),
                        Map.entry("peers", PeerSettings.NONE.toString()),
                        Map.entry("topology", Optional.empty().toString()),
                        Map.entry("metrics", Optional.empty().toString()),
                        Map.entry("tables", List.of().toString()),
                        Map.entry("streamsOverrides", Map.of().toString())));
    }

    @Test
    void build_withoutBroker_isRefused() {
        assertThatThrownBy(() -> UpsertConsumer.builder("risk")
                        .table(TableContracts.named("dwd_order_item"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bootstrapServers: none (expected: host:port, comma-separated)");
    }

    @Test
    void table_withIndexesAndTotals_isATableAsAnyOther() {
        UpsertConsumerBuilder builder = UpsertConsumer.builder("risk")
                .bootstrapServers("localhost:9092")
                .table(TableSettings.of(TableContracts.named("dwd_order_item"))
                        .index("by_user", "user_id")
                        .total("amount_by_status", sum("amount"), groupBy("order_status")));

        try (UpsertConsumer consumer = builder.build()) {
            assertThat(consumer.table("dwd_order_item").status().isLive()).isTrue();
        }
    }

    @Test
    void table_unknown_isRefusedWithTheKnownOnes() {
        try (UpsertConsumer consumer = builder().build()) {
            assertThatThrownBy(() -> consumer.table("orders"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("table: orders (expected: one of [dwd_order_item])");
        }
    }

    @Test
    void get_beforeStart_isNotReady() {
        try (UpsertConsumer consumer = builder().build()) {
            UpsertTable<RowJson> table = consumer.table("dwd_order_item");

            assertThat(table.get(RowKey.of("A1001", "I02"))).isInstanceOf(Answer.NotReady.class);
            assertThat(table.status().isReady()).isFalse();
            assertThat(table.status().isLive()).isTrue();
        }
    }

    @Test
    void scan_beforeStart_isNeverAnEmptyListThatClaimsToBeComplete() {
        try (UpsertConsumer consumer = builder().build()) {
            Page<RowJson> page = consumer.table("dwd_order_item").scan(Scan.all());

            assertThat(page.rows()).isEmpty();
            assertThat(page.isComplete()).isFalse();
        }
    }

    @Test
    void derived_askedWithoutADesk_isRefused() {
        try (UpsertConsumer consumer = builder()
                .materialization(Materialization.CHANGELOG)
                .topology((streams, tables) -> {})
                .build()) {
            assertThatThrownBy(() ->
                            consumer.derived().ask("sums", "U7", Serdes.String().serializer(), new byte[0]))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot ask risk: its topology has no desk; build it with one");
        }
    }

    @Test
    void derived_beforeTheStart_isNotReady() {
        try (UpsertConsumer consumer = builder()
                .materialization(Materialization.CHANGELOG)
                .topology((streams, tables) -> {}, (derived, question) -> Optional.of(question))
                .build()) {
            DerivedState derived = consumer.derived();

            assertThat(derived.ask("sums", "U7", Serdes.String().serializer(), new byte[0]))
                    .isEqualTo(new DerivedAnswer.NotReady("the instance is not running", Duration.ofSeconds(1)));
            assertThat(derived.partition("sums", "U7", Serdes.String().serializer()))
                    .isEmpty();
        }
    }

    /** One that asks does not know whether the other is still what it was told. */
    @Test
    void answerPeer_ofAQuestionToTheDesk_saysThatNothingRuns() {
        try (UpsertConsumer consumer = builder().build()) {
            byte[] reply = consumer.answerPeer(new byte[] {'D', 1, 0, 0, 0, 0});

            assertThat(new String(reply, UTF_8)).endsWith("the instance is not running");
        }
    }

    @Test
    void changes_ofAConsumerThatKeepsNone_areRefused() {
        try (UpsertConsumer consumer = builder().build()) {
            UpsertTable<RowJson> table = consumer.table("dwd_order_item");

            assertThat(table.keepsChanges()).isFalse();
            assertThatThrownBy(() -> table.changes(ChangeCursor.NOW, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot tell the changes of dwd_order_item: it keeps none; set changeLogBytes to more"
                            + " than 0");
        }
    }

    @Test
    void subscribe_afterClose_isRefused() {
        UpsertConsumer consumer = builder().build();
        consumer.close();

        assertThatThrownBy(() -> consumer.table("dwd_order_item").subscribe(change -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot subscribe to dwd_order_item: its consumer is closed");
    }

    @Test
    void start_afterClose_isRefused() {
        UpsertConsumer consumer = builder().build();
        consumer.close();
        consumer.close();

        assertThatThrownBy(consumer::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot start risk: it is closed; build another");
    }
}
