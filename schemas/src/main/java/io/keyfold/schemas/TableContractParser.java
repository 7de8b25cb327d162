package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keyfold.schemas.SqlType.Part;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads a contract file.
 *
 * <pre>{@code
 * table: dwd_order_item
 * topic: dwd_order_item
 * key:
 *   format: json
 *   columns: [order_id, item_id]       # in PRIMARY KEY clause order
 *   fields-prefix: k_                  # optional, Flink's key.fields-prefix
 * value:
 *   format: json
 *   fields: ALL                        # or EXCEPT_KEY
 * json:                                # optional, Flink's defaults; of the key or the value alone: key.json, value.json
 *   timestamp-format: SQL              # or ISO-8601
 *   decimal-as-plain-number: false
 * columns:
 *   - {name: order_id, type: STRING NOT NULL}
 *   - {name: user_id, type: STRING, personal: true}
 * lenient:                             # optional, all off
 *   numbers-as-text: true
 *   base64-decimals: [amount]
 *   timestamp-zone: Asia/Shanghai
 * topic-requirements:                  # optional
 *   delete-retention: P1D
 *   partitions: 6
 *   records-expire: true               # off by default: cleanup.policy=delete or compact,delete is refused
 * }</pre>
 *
 * <p>A field that is not known is refused. All problems of a file are told at once. {@code contract.schema.json} beside the
 * published contracts says the same to an editor.
 */
public final class TableContractParser {

    private static final ObjectMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();
    private static final Set<String> LATER_FORMATS = Set.of("csv", "raw", "avro", "avro-confluent", "protobuf");

    private final String source;
    private final ContractFields fields = new ContractFields();

    private TableContractParser(String source) {
        this.source = source;
    }

    /**
     * Reads one contract.
     *
     * @param source where it comes from, for messages
     * @param yaml the file; the caller closes it
     * @return the contract
     * @throws ContractException with everything that is wrong
     */
    public static TableContract parse(String source, InputStream yaml) {
        requireNonNull(source, "source");
        requireNonNull(yaml, "yaml");
        JsonNode root;
        try {
            root = YAML.readTree(yaml);
        } catch (IOException e) {
            String firstLine =
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("not YAML");
            throw new ContractException(source, List.of("it is not YAML: " + firstLine));
        }
        return new TableContractParser(source).contract(root);
    }

    private TableContract contract(JsonNode root) {
        if (!root.isObject()) {
            throw new ContractException(
                    source,
                    List.of("it is " + (root.isMissingNode() || root.isNull() ? "empty" : "no object")
                            + " (expected: table, topic, key, value, columns)"));
        }
        fields.only(
                root, "", Set.of("table", "topic", "key", "value", "json", "columns", "lenient", "topic-requirements"));
        JsonNode key = fields.object(root, "key", Set.of("format", "columns", "fields-prefix", "json"));
        JsonNode value = fields.object(root, "value", Set.of("format", "fields", "json"));
        format(key, "key.format");
        format(value, "value.format");
        List<String> keyColumns = fields.texts(key.path("columns"), "key.columns");
        String prefix = key.has("fields-prefix") ? fields.text(key, "fields-prefix", "key.fields-prefix", "") : "";
        String name = fields.text(root, "table", "table", "");
        String topic = fields.text(root, "topic", "topic", name);
        ValueFields valueFields = fields.word(
                value, "fields", "value.fields", "ALL or EXCEPT_KEY", ValueFields.ALL, ValueFields::valueOf);
        JsonOptions both = json(root, "json", JsonOptions.FLINK_DEFAULTS);
        JsonOptions keyJson = json(key, "key.json", both);
        JsonOptions valueJson = json(value, "value.json", both);
        List<Column> columns = columns(root.path("columns"), keyColumns);
        LenientOptions lenient = lenient(root);
        TopicRequirements requirements = requirements(root);
        // Where a column could not be read, what contradicts it would be told of what is not wrong.
        boolean areColumnsRead = columns.size() == root.path("columns").size() && !keyColumns.isEmpty();
        if (!areColumnsRead) {
            throw new ContractException(source, fields.problems());
        }
        Optional<TableContract> contract = made(() -> new TableContract(
                name, topic, keyColumns, prefix, valueFields, keyJson, valueJson, columns, lenient, requirements));
        if (contract.isEmpty() || !fields.problems().isEmpty()) {
            throw new ContractException(source, fields.problems());
        }
        return contract.get();
    }

    private Optional<TableContract> made(Supplier<TableContract> maker) {
        try {
            return Optional.of(maker.get());
        } catch (ContractException e) {
            e.problems().forEach(fields::problem);
            return Optional.empty();
        }
    }

    private JsonOptions json(JsonNode parent, String path, JsonOptions fallback) {
        if (!parent.has("json")) {
            return fallback;
        }
        JsonNode node = fields.object(parent, "json", path, Set.of("timestamp-format", "decimal-as-plain-number"));
        JsonOptions.TimestampFormat format = fields.word(
                node,
                "timestamp-format",
                path + ".timestamp-format",
                "SQL or ISO-8601",
                fallback.timestampFormat(),
                text -> JsonOptions.TimestampFormat.valueOf(text.replace('-', '_')));
        boolean plain = node.has("decimal-as-plain-number")
                ? fields.flag(node, "decimal-as-plain-number", path + ".decimal-as-plain-number")
                : fallback.decimalAsPlainNumber();
        return new JsonOptions(format, plain);
    }

    private LenientOptions lenient(JsonNode root) {
        if (!root.has("lenient")) {
            return LenientOptions.NONE;
        }
        JsonNode node = fields.object(root, "lenient", Set.of("numbers-as-text", "base64-decimals", "timestamp-zone"));
        List<String> decimals = node.has("base64-decimals")
                ? fields.texts(node.path("base64-decimals"), "lenient.base64-decimals")
                : List.of();
        Optional<ZoneId> zone = fields.word(
                node,
                "timestamp-zone",
                "lenient.timestamp-zone",
                "a zone such as Asia/Shanghai or UTC",
                Optional.empty(),
                text -> Optional.of(ZoneId.of(text)));
        return new LenientOptions(
                fields.flag(node, "numbers-as-text", "lenient.numbers-as-text"), Set.copyOf(decimals), zone);
    }

    private TopicRequirements requirements(JsonNode root) {
        if (!root.has("topic-requirements")) {
            return TopicRequirements.KAFKA_DEFAULTS;
        }
        JsonNode node =
                fields.object(root, "topic-requirements", Set.of("delete-retention", "partitions", "records-expire"));
        TopicRequirements retention = fields.word(
                node,
                "delete-retention",
                "topic-requirements.delete-retention",
                "a duration such as P1D or PT36H",
                TopicRequirements.KAFKA_DEFAULTS,
                text -> new TopicRequirements(Duration.parse(text)));
        OptionalInt partitions = fields.word(
                node,
                "partitions",
                "topic-requirements.partitions",
                "1 or more",
                OptionalInt.empty(),
                text -> OptionalInt.of(positive(text)));
        return new TopicRequirements(
                retention.deleteRetention(),
                partitions,
                fields.flag(node, "records-expire", "topic-requirements.records-expire"));
    }

    private static int positive(String text) {
        int number = Integer.parseInt(text);
        if (number < 1) {
            throw new IllegalArgumentException("number: " + number + " (expected: 1 or more)");
        }
        return number;
    }

    private List<Column> columns(JsonNode node, List<String> keyColumns) {
        List<Column> columns = new ArrayList<>();
        if (!node.isArray() || node.isEmpty()) {
            fields.problem("columns: none (expected: a list of {name, type})");
            return columns;
        }
        for (int i = 0; i < node.size(); i++) {
            String path = "columns[" + i + "]";
            JsonNode item = node.path(i);
            fields.only(item, path + ".", Set.of("name", "type", "personal"));
            String name = fields.text(item, "name", path + ".name", "");
            String type = fields.text(item, "type", path + ".type", "");
            boolean personal = fields.flag(item, "personal", path + ".personal");
            if (!name.isBlank() && !type.isBlank()) {
                column(name, type, personal, keyColumns.contains(name), columns);
            }
        }
        return columns;
    }

    /** A key column is NOT NULL without saying so, as in Flink. */
    private void column(String name, String type, boolean personal, boolean inKey, List<Column> columns) {
        try {
            Part declared = new SqlTypeParser(type).column(name);
            columns.add(new Column(name, declared.type(), declared.nullable() && !inKey, personal));
        } catch (IllegalArgumentException e) {
            fields.problem("column " + name + ": " + e.getMessage());
        }
    }

    private void format(JsonNode node, String path) {
        String format = fields.text(node, "format", path, "json");
        if (LATER_FORMATS.contains(format)) {
            fields.problem(path + ": " + format + " is not read yet (expected: json)");
        } else if (!format.equals("json")) {
            fields.problem(path + ": " + format + " (expected: json)");
        }
    }
}
