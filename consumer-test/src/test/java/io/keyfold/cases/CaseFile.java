package io.keyfold.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContractParser;
import io.keyfold.schemas.TableContracts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A case as it was told: its topic and its records. */
final class CaseFile {

    private static final int DEFAULT_PARTITIONS = 6;

    private final JsonNode root;

    private CaseFile(JsonNode root) {
        this.root = root;
    }

    /** The case of that file, such as {@code 01-key-field-order}. */
    static CaseFile named(String name) {
        try (InputStream yaml = CaseFile.class.getResourceAsStream(name + ".yaml")) {
            if (yaml == null) {
                throw new IllegalArgumentException("case: " + name + " (expected: a file beside this class)");
            }
            return new CaseFile(new YAMLMapper().readTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode topic() {
        return root.at("/reproduce/topic");
    }

    int partitions() {
        return topic().path("partitions").asInt(DEFAULT_PARTITIONS);
    }

    /** In the order in which they are written; what an admin does in between is left out. */
    List<CaseRecord> records() {
        List<CaseRecord> records = new ArrayList<>();
        for (JsonNode record : root.at("/reproduce/records")) {
            if (!record.has("action")) {
                byte[] key = bytes(record, "key");
                if (key == null) {
                    throw new IllegalStateException("Cannot read " + root.path("id") + ": a record has no key");
                }
                records.add(new CaseRecord(
                        record.path("partition").asInt(),
                        record.path("timestamp").asLong(),
                        key,
                        bytes(record, "value")));
            }
        }
        return records;
    }

    private static byte @Nullable [] bytes(JsonNode record, String part) {
        if (record.has(part + "_hex")) {
            return HexFormat.of().parseHex(record.path(part + "_hex").textValue());
        }
        return record.path(part).isNull() ? null : record.path(part).textValue().getBytes(UTF_8);
    }

    /** What the case's topic holds, as a table of that name; {@code more} are further lines of the contract. */
    TableContract contract(String table, String... more) {
        if (!topic().isObject()) {
            return withColumns(TableContracts.named("dwd_order_item"), table, List.of());
        }
        List<String> key = columns("key");
        StringBuilder yaml = new StringBuilder("table: " + table + "\nkey: {columns: "
                + key.stream()
                        .map(column -> column.substring(0, column.indexOf(' ')))
                        .toList()
                + "}\nvalue: {fields: EXCEPT_KEY}\ncolumns:\n");
        List<String> all = new ArrayList<>(key);
        all.addAll(columns("value"));
        for (String column : all) {
            String[] nameAndType = column.split(" ", 2);
            yaml.append("  - {name: ")
                    .append(nameAndType[0])
                    .append(", type: \"")
                    .append(nameAndType[1])
                    .append("\"}\n");
        }
        for (String line : more) {
            yaml.append(line).append('\n');
        }
        return TableContractParser.parse(
                table, new ByteArrayInputStream(yaml.toString().getBytes(UTF_8)));
    }

    private List<String> columns(String part) {
        return List.of(topic().path(part).textValue().split(", ?(?![0-9])"));
    }

    /** The same contract as another table, with more columns at the end. */
    static TableContract withColumns(TableContract contract, String table, List<Column> more) {
        List<Column> columns = new ArrayList<>(contract.columns());
        columns.addAll(more);
        return new TableContract(
                table,
                contract.topic(),
                contract.keyColumns(),
                contract.keyPrefix(),
                contract.valueFields(),
                contract.keyJson(),
                contract.valueJson(),
                columns,
                contract.lenient(),
                contract.requirements());
    }
}
