package io.keyfold.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableContractParserTest {

    private static final String WHOLE = """
            table: price
            topic: batch_price
            key: {format: json, columns: [item_id, batch_no]}
            value: {format: json, fields: EXCEPT_KEY}
            json: {timestamp-format: ISO-8601, decimal-as-plain-number: true}
            columns:
              - {name: batch_no, type: "DECIMAL(10, 2)"}
              - {name: item_id, type: STRING NOT NULL}
              - {name: price, type: "DECIMAL(18, 2) NOT NULL", personal: true}
              - {name: note, type: STRING NULL}
            topic-requirements: {delete-retention: P2D}
            """;

    private static TableContract parse(String yaml) {
        return TableContractParser.parse("test.yaml", new ByteArrayInputStream(yaml.getBytes(UTF_8)));
    }

    @Test
    void parse_wholeContract_givesItsValues() {
        TableContract contract = parse(WHOLE);

        assertThat(contract.name()).isEqualTo("price");
        assertThat(contract.topic()).isEqualTo("batch_price");
        assertThat(contract.keyColumns()).containsExactly("item_id", "batch_no");
        assertThat(contract.valueFields()).isEqualTo(ValueFields.EXCEPT_KEY);
        assertThat(contract.valueJson()).isEqualTo(new JsonOptions(JsonOptions.TimestampFormat.ISO_8601, true));
        assertThat(contract.columns())
                .extracting(Column::toString)
                .containsExactly(
                        "batch_no DECIMAL(10, 2) NOT NULL",
                        "item_id STRING NOT NULL",
                        "price DECIMAL(18, 2) NOT NULL",
                        "note STRING");
        assertThat(contract.column("price").personal()).isTrue();
        assertThat(contract.requirements().deleteRetention()).isEqualTo(Duration.ofDays(2));
        assertThat(contract.value()).extracting(Column::name).containsExactly("price", "note");
    }

    @Test
    void parse_onlyWhatIsRequired_takesFlinksDefaults() {
        TableContract contract = parse("""
                table: t
                key: {format: json, columns: [id]}
                value: {format: json}
                columns: [{name: id, type: BIGINT}]
                """);

        assertThat(contract.topic()).isEqualTo("t");
        assertThat(contract.valueFields()).isEqualTo(ValueFields.ALL);
        assertThat(contract.valueJson()).isEqualTo(JsonOptions.FLINK_DEFAULTS);
        assertThat(contract.requirements()).isEqualTo(TopicRequirements.KAFKA_DEFAULTS);
        assertThat(contract.column("id").nullable())
                .as("a key column is NOT NULL")
                .isFalse();
    }

    @Test
    void parse_manyProblems_tellsThemAllAtOnce() {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> parse("""
                        table: t
                        kye: {}
                        key: {format: csv, columns: [id]}
                        value: {format: json, fields: SOME}
                        columns:
                          - {name: id, type: TEXT}
                          - {name: at, type: TIMESTAMP(3), personal: maybe}
                        topic-requirements: {delete-retention: one day}
                        """));

        assertThat(refused.problems())
                .hasSize(6)
                .anySatisfy(problem -> assertThat(problem).startsWith("kye: unknown (expected: one of "))
                .contains("key.format: csv is not read yet (expected: json)")
                .contains("value.fields: SOME (expected: ALL or EXCEPT_KEY)")
                .anySatisfy(problem -> assertThat(problem).startsWith("column id: type: TEXT (expected: "))
                .contains("columns[1].personal: \"maybe\" (expected: true or false)")
                .anySatisfy(problem ->
                        assertThat(problem).startsWith("topic-requirements.delete-retention: one day (expected: "));
        assertThat(refused).hasMessageStartingWith("Cannot accept contract test.yaml: ");
    }

    @Test
    void parse_keyThatContradictsTheColumns_isRefusedForEveryReason() {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> parse("""
                        table: a table
                        topic: "no topic!"
                        key: {format: json, columns: [id, id, missing]}
                        value: {format: json}
                        columns: [{name: id, type: INT}, {name: id, type: INT}]
                        """));

        assertThat(refused.problems())
                .containsExactly(
                        "table: a table (expected: 1 .. 100 letters, digits or _)",
                        "topic: no topic! (expected: a legal Kafka topic name)",
                        "column id is declared twice",
                        "key column id is named twice",
                        "key column missing is not declared (declared: [id, id])");
    }

    @Test
    void parse_keyPrefixAndOptionsOfTheirOwn_areRead() {
        TableContract contract = parse("""
                table: t
                key:
                  format: json
                  columns: [k_id]
                  fields-prefix: k_
                  json: {timestamp-format: ISO-8601}
                value: {format: json, fields: EXCEPT_KEY, json: {decimal-as-plain-number: true}}
                columns:
                  - {name: k_id, type: BIGINT}
                  - {name: id, type: "ROW<a INT, b ARRAY<STRING NOT NULL>> NOT NULL"}
                  - {name: amount, type: "DECIMAL(18, 2)"}
                lenient: {numbers-as-text: true, base64-decimals: [amount], timestamp-zone: Asia/Shanghai}
                topic-requirements: {partitions: 6, records-expire: true}
                """);

        assertThat(contract.keyField("k_id")).isEqualTo("id");
        assertThat(contract.value()).extracting(Column::name).containsExactly("id", "amount");
        assertThat(contract.column("id")).hasToString("id ROW<a INT, b ARRAY<STRING NOT NULL>> NOT NULL");
        assertThat(contract.keyJson()).isEqualTo(new JsonOptions(JsonOptions.TimestampFormat.ISO_8601, false));
        assertThat(contract.valueJson()).isEqualTo(new JsonOptions(JsonOptions.TimestampFormat.SQL, true));
        assertThat(contract.lenient())
                .isEqualTo(new LenientOptions(true, Set.of("amount"), Optional.of(ZoneId.of("Asia/Shanghai"))));
        assertThat(contract.requirements().partitions()).hasValue(6);
        assertThat(contract.requirements().recordsExpire()).isTrue();
    }

    /** Flink plans it: the value's field keeps its whole name. */
    @Test
    void parse_valueColumnThatBeginsWithTheKeyPrefix_isAccepted() {
        TableContract contract = parse("""
                table: t
                key: {format: json, columns: [k_id], fields-prefix: k_}
                value: {format: json, fields: EXCEPT_KEY}
                columns: [{name: k_id, type: BIGINT}, {name: k_more, type: INT}]
                """);

        assertThat(contract.keyField("k_id")).isEqualTo("id");
        assertThat(contract.value()).extracting(Column::name).containsExactly("k_more");
    }

    @Test
    void parse_prefixThatFlinkWouldRefuse_isRefusedForEveryReason() {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> parse("""
                        table: t
                        key: {format: avro, columns: [id, k_no], fields-prefix: k_}
                        value: {format: json, fields: ALL}
                        columns: [{name: id, type: INT}, {name: k_no, type: INT}]
                        lenient: {base64-decimals: [id, other], timestamp-zone: Mars/Olympus}
                        topic-requirements: {partitions: 0, records-expire: now and then}
                        """));

        assertThat(refused.problems())
                .containsExactly(
                        "key.format: avro is not read yet (expected: json)",
                        "lenient.timestamp-zone: Mars/Olympus (expected: a zone such as Asia/Shanghai or UTC)",
                        "topic-requirements.partitions: 0 (expected: 1 or more)",
                        "topic-requirements.records-expire: \"now and then\" (expected: true or false)",
                        "key prefix k_ with value fields ALL (expected: EXCEPT_KEY, as Flink demands)",
                        "key column id (expected: a name that begins with the key prefix k_ and goes on)",
                        "base64 decimal id (expected: a column of type DECIMAL)",
                        "base64 decimal other (expected: a column of type DECIMAL)");
    }

    @Test
    void parse_retentionBeyondALongOfMilliseconds_isRefused() {
        assertThatThrownBy(() -> parse(WHOLE.replace("P2D", "PT2562047788015215H")))
                .isInstanceOf(ContractException.class)
                .hasMessage("Cannot accept contract test.yaml: topic-requirements.delete-retention: PT2562047788015215H"
                        + " (expected: a duration such as P1D or PT36H)");
    }

    @Test
    void parse_sameFieldTwice_isRefused() {
        assertThatThrownBy(() -> parse("table: a\ntable: b\n"))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("Cannot accept contract test.yaml: it is not YAML: Duplicate field 'table'");
    }

    @Test
    void parse_emptyFile_isRefused() {
        assertThatThrownBy(() -> parse(""))
                .hasMessage("Cannot accept contract test.yaml: it is empty (expected: table, topic, key, value, "
                        + "columns)");
    }
}
