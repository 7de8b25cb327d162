package io.keyfold.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The DDL beside a contract says the same, read by Flink's own parser. */
class FlinkDdlTest {

    private static final List<Path> ROOMS =
            List.of(Path.of("src/main/resources/io/keyfold/schemas"), Path.of("src/test/resources/io/keyfold/schemas"));

    /** Those that are published, and those that show what a contract can say. */
    static List<Path> contracts() {
        return ROOMS.stream()
                .flatMap(room -> {
                    try (Stream<Path> files = Files.list(room)) {
                        return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }

    private static String ddlBeside(Path contract) throws IOException {
        String name = contract.getFileName().toString().replace(".yaml", ".sql");
        return Files.readString(contract.resolveSibling(name), UTF_8);
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void ddl_besideAContract_agreesWithIt(Path file) throws IOException {
        TableContract contract = TableContracts.file(file);

        List<String> differences = FlinkDdl.parse(ddlBeside(file)).differences(contract);

        assertThat(differences).isEmpty();
    }

    @Test
    void contracts_ofThisModule_areAllLookedAt() {
        assertThat(contracts())
                .extracting(file -> file.getFileName().toString())
                .contains("dwd_order_item.yaml", "risk_alert.yaml", "every_type.yaml", "prefixed_key.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quantity INT | quantity BIGINT | column quantity: BIGINT in the DDL (contract: quantity INT)",
                "sku_id STRING | sku_id STRING NOT NULL | column sku_id: STRING NOT NULL in the DDL (contract: sku_id STRING)",
                "amount DECIMAL(18, 2) | amount DECIMAL(18, 4)"
                        + " | column amount: DECIMAL(18, 4) in the DDL (contract: amount DECIMAL(18, 2))",
                "  sku_id STRING, | '' | column sku_id is not in the DDL",
                "sku_id STRING, | sku_id STRING, sku_no INT, | column sku_no is not in the contract",
                "(order_id, item_id) | (item_id, order_id)"
                        + " | PRIMARY KEY [item_id, order_id] in the DDL (contract: [order_id, item_id])",
                "'ALL' | 'EXCEPT_KEY' | option value.fields-include: EXCEPT_KEY in the DDL (contract: ALL)",
                "'key.format' = 'json' | 'key.format' = 'csv' | option key.format: csv in the DDL (contract: json)",
                "'value.format' = 'json' | 'value.format' = 'json', 'key.json.encode.decimal-as-plain-number' = 'true'"
                        + " | option key.json.encode.decimal-as-plain-number: true in the DDL (contract: false)",
            })
    void differences_ofAChangedDdl_nameWhatChanged(String before, String after, String expected) throws IOException {
        Path file = ROOMS.get(0).resolve("dwd_order_item.yaml");
        String ddl = ddlBeside(file);
        assertThat(ddl).contains(before);

        List<String> differences = FlinkDdl.parse(ddl.replace(before, after)).differences(TableContracts.file(file));

        assertThat(differences).containsExactly(expected);
    }

    @Test
    void parse_whatFlinkDoesNotTake_isRefused() {
        assertThatThrownBy(() -> FlinkDdl.parse("CREATE TABLE t (a TEXTT(3))"))
                .hasMessageStartingWith("Cannot parse DDL");
    }
}
