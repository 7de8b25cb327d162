package io.keyfold.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema for editors says what the parser says. */
class ContractSchemaTest {

    private static final String WHOLE = """
            table: price
            topic: batch_price
            key: {format: json, columns: [k_no], fields-prefix: k_, json: {timestamp-format: SQL}}
            value: {format: json, fields: EXCEPT_KEY}
            json: {timestamp-format: ISO-8601, decimal-as-plain-number: true}
            columns: [{name: k_no, type: INT}, {name: price, type: "DECIMAL(18, 2)", personal: true}]
            lenient: {numbers-as-text: true, base64-decimals: [price], timestamp-zone: UTC}
            topic-requirements: {delete-retention: P2D, partitions: 6, records-expire: true}
            """;

    private static Set<ValidationMessage> problems(String yaml) throws IOException {
        try (InputStream file = TableContracts.class.getResourceAsStream("contract.schema.json")) {
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(file);
            JsonNode contract = new YAMLMapper().readTree(yaml);
            return schema.validate(contract);
        }
    }

    private static void parse(String yaml) {
        TableContractParser.parse("test.yaml", new ByteArrayInputStream(yaml.getBytes(UTF_8)));
    }

    static List<Path> contracts() {
        return FlinkDdlTest.contracts();
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void schema_contractThatIsGood_isGood(Path file) throws IOException {
        assertThat(problems(Files.readString(file, UTF_8))).isEmpty();
    }

    @Test
    void schema_everyField_isKnown() throws IOException {
        parse(WHOLE);

        assertThat(problems(WHOLE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table: price | table: a price",
                "topic: batch_price | topic: a topic",
                "topic: batch_price | topci: batch_price",
                "{format: json, columns | {format: csv, columns",
                "columns: [k_no] | columns: []",
                "fields-prefix: k_ | fields-prefix: ''",
                "fields: EXCEPT_KEY | fields: SOME",
                "timestamp-format: ISO-8601 | timestamp-format: RFC",
                "decimal-as-plain-number: true | decimal-as-plain-number: maybe",
                "{name: k_no, type: INT} | {name: k_no}",
                "personal: true | personal: 1",
                "personal: true | secret: true",
                "numbers-as-text: true | numbers-as-text: yes please",
                "base64-decimals: [price] | base64-decimals: []",
                "timestamp-zone: UTC | zone: UTC",
                "delete-retention: P2D | delete-retention: two days",
                "partitions: 6 | partitions: 0",
                "records-expire: true | records-expire: sometimes",
                "records-expire: true | expiry: true",
            })
    void schema_whatTheParserRefuses_isRefused(String before, String after) throws IOException {
        assertThat(WHOLE).contains(before);
        String wrong = WHOLE.replace(before, after);

        assertThat(problems(wrong)).isNotEmpty();
        assertThatThrownBy(() -> parse(wrong)).isInstanceOf(ContractException.class);
    }
}
