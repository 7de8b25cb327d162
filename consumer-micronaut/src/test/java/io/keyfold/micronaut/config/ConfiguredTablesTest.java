package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.DeadLetters;
import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Grouping;
import io.keyfold.config.IndexSettings;
import io.keyfold.config.JsonLimits;
import io.keyfold.config.Measure;
import io.keyfold.config.StaleRows;
import io.keyfold.config.TableSettings;
import io.keyfold.config.TotalSettings;
import io.keyfold.error.StartException;
import io.keyfold.schemas.ContractException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfiguredTablesTest {

    private static TableSettings only(Map<String, ?> raw) {
        List<TableSettings> tables = ConfiguredTables.allIn(raw, "svc");
        assertThat(tables).hasSize(1);
        return tables.get(0);
    }

    @Test
    void allIn_bareName_isThePublishedContract() {
        TableSettings table = only(Map.of("dwd_order_item", Map.of()));

        assertThat(table.contract().name()).isEqualTo("dwd_order_item");
        assertThat(table.contract().topic()).isEqualTo("dwd_order_item");
        assertThat(table.deadLetters()).isEqualTo(new DeadLetters.Topic("dwd_order_item.dlq"));
    }

    @Test
    void allIn_settings_areThoseOfTheTable() {
        TableSettings table = only(Map.of(
                "orders.contract", "dwd_order_item", "orders.topic", "t.v2", "orders.dead-letter-topic", "t.v2.dead"));

        assertThat(table.contract().name()).isEqualTo("dwd_order_item");
        assertThat(table.contract().topic()).isEqualTo("t.v2");
        assertThat(table.deadLetters()).isEqualTo(new DeadLetters.Topic("t.v2.dead"));
    }

    @Test
    void allIn_deadLetterFiles_areADirectory() {
        TableSettings table = only(Map.of("dwd_order_item.dead-letter-files", "/var/letters"));

        assertThat(table.deadLetters()).isEqualTo(new DeadLetters.Files(Path.of("/var/letters")));
    }

    @Test
    void allIn_deadLettersToATopicAndToFiles_areRefused() {
        Map<String, String> both =
                Map.of("dwd_order_item.dead-letter-topic", "dead", "dwd_order_item.dead-letter-files", "/var/letters");

        assertThatThrownBy(() -> ConfiguredTables.allIn(both, "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item.dead-letter-files: set beside"
                        + " dead-letter-topic (expected: one of the two)");
    }

    @Test
    void allIn_deadLettersToTheSourceTopic_areRefused() {
        assertThatThrownBy(() ->
                        ConfiguredTables.allIn(Map.of("dwd_order_item.dead-letter-topic", "dwd_order_item"), "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item.dead-letter-topic: deadLetterTopic of"
                        + " dwd_order_item: dwd_order_item (expected: a topic other than the source topic)");
    }

    @Test
    void allIn_deadLetterFilesInNoDirectory_areRefused() {
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("dwd_order_item.dead-letter-files", ""), "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item.dead-letter-files: blank (expected: a"
                        + " directory)");
    }

    @Test
    void allIn_indexesAndTotals_areDeclared() {
        TableSettings table = only(Map.of(
                "dwd_order_item.indexes.by_status_and_time", "order_status, update_time",
                "dwd_order_item.totals.amount_by_status", "sum(amount) by order_status, day(update_time)",
                "dwd_order_item.totals.rows", "count()"));

        assertThat(table.indexes())
                .containsExactly(new IndexSettings("by_status_and_time", List.of("order_status", "update_time")));
        assertThat(table.totals())
                .containsExactlyInAnyOrder(
                        new TotalSettings(
                                "amount_by_status",
                                Measure.sum("amount"),
                                List.of(Grouping.column("order_status"), Grouping.day("update_time"))),
                        new TotalSettings("rows", Measure.count(), List.of()));
    }

    @Test
    void allIn_declarationThatDoesNotFit_isNamed() {
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("dwd_order_item.indexes.by_user", "usr_id"), "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start svc: keyfold.tables.dwd_order_item.indexes.by_user: index by_user: column usr_id"
                                + " (expected: one of [order_id, item_id, user_id, sku_id, quantity, amount, order_status,"
                                + " update_time])");
    }

    @Test
    void allIn_unknownSetting_isNamed() {
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("dwd_order_item.topik", "t"), "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start svc: keyfold.tables.dwd_order_item.topik: unknown (expected: one of"
                                + " [contract, topic, dead-letter-topic, dead-letter-files, indexes.<name>, totals.<name>, limits.depth, limits.number-length, limits.text-length, limits.key-bytes, limits.value-bytes, stale-rows, audit-every, audit-bytes-per-second, lagging-after, stalled-after])");
    }

    @Test
    void allIn_contractThatIsNotPublished_isNamed() {
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("nope", Map.of()), "svc"))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("Cannot accept contract nope: no contract of that name is published");
    }

    @Test
    void allIn_severalWrongContracts_tellsOfAllAtOnce() {
        Map<String, Object> raw = new LinkedHashMap<>();
        raw.put("nope", Map.of());
        raw.put("dwd_order_item.topic", "orders");
        raw.put("price.contract", "file:no/such.yaml");

        assertThatThrownBy(() -> ConfiguredTables.allIn(raw, "svc"))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith(
                        "Cannot accept contract nope, price: nope: no contract of that name is published")
                .hasMessageContaining("; price: the file cannot be read: ");
    }

    @Test
    void allIn_limits_replaceTheDefaultsOneByOne() {
        Map<String, Object> raw = Map.of("dwd_order_item.limits.depth", 5, "dwd_order_item.limits.value-bytes", 1_000);

        assertThat(ConfiguredTables.allIn(raw, "svc").get(0).limits())
                .isEqualTo(new JsonLimits(5, 1_000, 20_000_000, 64 << 10, 1_000));
    }

    @Test
    void allIn_freshness_isThatOfTheTable() {
        TableSettings table = only(Map.of(
                "dwd_order_item.stale-rows", "withhold",
                "dwd_order_item.audit-every", "1d",
                "dwd_order_item.audit-bytes-per-second", 1_048_576));

        assertThat(table.freshness())
                .isEqualTo(FreshnessSettings.DEFAULTS
                        .staleRows(StaleRows.WITHHOLD)
                        .auditEvery(Duration.ofDays(1))
                        .auditBytesPerSecond(1_048_576));
    }

    @Test
    void allIn_freshnessThatIsNotSet_isAsByDefault() {
        assertThat(only(Map.of("dwd_order_item.stale-rows", "MARK")).freshness())
                .isEqualTo(FreshnessSettings.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stale-rows | hide | stale-rows: hide (expected: mark or withhold)",
                "audit-every | daily | audit-every: daily (expected: a duration such as 1d or 30s)",
                "audit-every | 0s | auditEvery: PT0S (expected: more than PT0S)",
                "audit-bytes-per-second | fast | audit-bytes-per-second: fast (expected: a whole number)",
                "audit-bytes-per-second | 5 | auditBytesPerSecond: 5 (expected: 1024 or more)"
            })
    void allIn_freshnessThatIsNone_isRefused(String setting, String value, String said) {
        Map<String, String> raw = Map.of("dwd_order_item." + setting, value);

        assertThatThrownBy(() -> ConfiguredTables.allIn(raw, "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item: " + said);
    }

    @Test
    void allIn_limitThatIsNone_isRefused() {
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("dwd_order_item.limits.depth", "deep"), "svc"))
                .hasMessage(
                        "Cannot start svc: keyfold.tables.dwd_order_item: limits.depth: deep (expected: a whole number)");
        assertThatThrownBy(() -> ConfiguredTables.allIn(Map.of("dwd_order_item.limits.depth", 0), "svc"))
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item: depth: 0 (expected: 1 or more)");
    }
}
