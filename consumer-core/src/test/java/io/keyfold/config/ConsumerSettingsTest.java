package io.keyfold.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsumerSettingsTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final TableSettings TABLE = new TableSettings(ORDER_ITEM, "dwd_order_item.dlq");

    private static ConsumerSettings settings(List<TableSettings> tables, Map<String, String> overrides) {
        return new ConsumerSettings(
                "risk",
                "localhost:9092",
                Path.of("state"),
                Optional.empty(),
                1,
                Duration.ofSeconds(20),
                new StoreSettings(Materialization.SOURCE_TOPIC, 64L << 20),
                PeerSettings.NONE,
                tables,
                overrides);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application.id",
                "processing.guarantee",
                "isolation.level",
                "consumer.isolation.level",
                "main.consumer.isolation.level",
                "restore.consumer.isolation.level",
                "main.consumer.auto.offset.reset",
                "topology.optimization",
                "state.dir",
                "num.stream.threads",
                "producer.bootstrap.servers",
                "producer.transactional.id",
                "admin.bootstrap.servers"
            })
    void new_overrideOfAPropertyThatKeyfoldOwns_isRefusedByName(String property) {
        assertThatThrownBy(() -> settings(List.of(TABLE), Map.of(property, "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "streamsOverrides: " + property + " (expected: a property that Keyfold does not own itself)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "99999999999999999999"})
    void new_changelogRetentionThatIsNoNumber_isRefused(String milliseconds) {
        assertThatThrownBy(() -> settings(List.of(TABLE), Map.of("topic.delete.retention.ms", milliseconds)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("streamsOverrides: topic.delete.retention.ms (expected: milliseconds, 0 or more)");
    }

    @Test
    void new_otherOverrides_areTaken() {
        assertThat(settings(List.of(TABLE), Map.of("security.protocol", "SASL_SSL"))
                        .streamsOverrides())
                .containsEntry("security.protocol", "SASL_SSL");
    }

    @Test
    void new_negativeChangeLog_isRefused() {
        assertThatThrownBy(() -> new StoreSettings(Materialization.SOURCE_TOPIC, 64L << 20, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("changeLogBytes: -1 (expected: 0 or more)");
    }

    @Test
    void new_noTable_isRefused() {
        assertThatThrownBy(() -> settings(List.of(), Map.of())).hasMessage("tables: none (expected: at least one)");
    }

    @Test
    void new_tableTwice_isRefused() {
        assertThatThrownBy(() -> settings(List.of(TABLE, TABLE), Map.of()))
                .hasMessage("tables: dwd_order_item twice (expected: each name once)");
    }

    /** UC-62: a dead-letter topic that is a source topic would be a loop. */
    @Test
    void new_deadLetterTopicThatATableReads_isRefused() {
        assertThatThrownBy(() -> new TableSettings(ORDER_ITEM, "dwd_order_item"))
                .hasMessage("deadLetterTopic of dwd_order_item: dwd_order_item (expected: a topic other than the "
                        + "source topic)");

        TableContract other = new TableContract(
                "other",
                "dwd_order_item.dlq",
                ORDER_ITEM.keyColumns(),
                ORDER_ITEM.valueFields(),
                ORDER_ITEM.valueJson(),
                ORDER_ITEM.columns(),
                ORDER_ITEM.requirements());
        assertThatThrownBy(() -> settings(List.of(TABLE, new TableSettings(other, "x")), Map.of()))
                .hasMessage("deadLetterTopic of dwd_order_item: dwd_order_item.dlq (expected: a topic that no table "
                        + "reads)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "state/letters", "./x/../state/risk/letters"})
    void new_deadLetterFilesInTheStateDirectory_areRefused(String directory) {
        TableSettings table = TABLE.deadLetterFiles(Path.of(directory));

        assertThatThrownBy(() -> settings(List.of(table), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deadLetterFiles of dwd_order_item: " + Path.of(directory)
                        + " (expected: a directory outside the state directory state)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"letters", "state-letters", "state/../letters"})
    void new_deadLetterFilesBesideTheStateDirectory_areTaken(String directory) {
        TableSettings table = TABLE.deadLetterFiles(Path.of(directory));

        assertThat(settings(List.of(table), Map.of()).tables()).containsExactly(table);
    }

    @Test
    void toString_ofCredentials_showsTheirNamesAlone() {
        assertThat(settings(List.of(TABLE), Map.of("sasl.jaas.config", "password=secret")))
                .asString()
                .contains("sasl.jaas.config")
                .doesNotContain("secret");
    }
}
