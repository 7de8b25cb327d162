package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads a contract file.
 *
 * <pre>{@code
 * table: dwd_order_item
 * topic: dwd_order_item
 * key:
 *   format: json
 *   columns: [order_id, item_id]       # in PRIMARY KEY clause order
 * value:
 *   format: json
 *   fields: ALL                        # or EXCEPT_KEY
 * json:                                # optional, Flink's defaults
 *   timestamp-format: SQL              # or ISO-8601
 *   decimal-as-plain-number: false
 * columns:
 *   - {name: order_id, type: STRING NOT NULL}
 *   - {name: user_id, type: STRING, personal: true}
 * topic-requirements:                  # optional
 *   delete-retention: P1D
 * }</pre>
 *
 * <p>A field that is not known is refused. All problems of a file are told at once.
 */
public final class TableContractParser {

    private static final ObjectMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();
    private static final Pattern NOT_NULL = Pattern.compile("(?i)\\s+(NOT\\s+)?NULL\\s*$");

    private final String source;
    private final List<String> problems = new ArrayList<>();

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
        only(root, "", Set.of("table", "topic", "key", "value", "json", "columns", "topic-requirements"));
        JsonNode key = object(root, "key", Set.of("format", "columns"));
        JsonNode value = object(root, "value", Set.of("format", "fields"));
        format(key, "key.format");
        format(value, "value.format");
        List<String> keyColumns = texts(key.path("columns"), "key.columns");
        String name = text(root, "table", "table", "");
        String topic = text(root, "topic", "topic", name);
        ValueFields fields =
                word(value, "fields", "value.fields", "ALL or EXCEPT_KEY", ValueFields.ALL, ValueFields::valueOf);
        JsonOptions json = json(root);
        List<Column> columns = columns(root.path("columns"), keyColumns);
        TopicRequirements requirements = requirements(root);
        if (!problems.isEmpty()) {
            throw new ContractException(source, problems);
        }
        try {
            return new TableContract(name, topic, keyColumns, fields, json, columns, requirements);
        } catch (ContractException e) {
            throw new ContractException(source, e.problems());
        }
    }

    private JsonOptions json(JsonNode root) {
        if (!root.has("json")) {
            return JsonOptions.FLINK_DEFAULTS;
        }
        JsonNode node = object(root, "json", Set.of("timestamp-format", "decimal-as-plain-number"));
        JsonOptions.TimestampFormat format = word(
                node,
                "timestamp-format",
                "json.timestamp-format",
                "SQL or ISO-8601",
                JsonOptions.FLINK_DEFAULTS.timestampFormat(),
                text -> JsonOptions.TimestampFormat.valueOf(text.replace('-', '_')));
        return new JsonOptions(format, flag(node, "decimal-as-plain-number", "json.decimal-as-plain-number"));
    }

    private TopicRequirements requirements(JsonNode root) {
        if (!root.has("topic-requirements")) {
            return TopicRequirements.KAFKA_DEFAULTS;
        }
        JsonNode node = object(root, "topic-requirements", Set.of("delete-retention"));
        return word(
                node,
                "delete-retention",
                "topic-requirements.delete-retention",
                "a duration such as P1D or PT36H",
                TopicRequirements.KAFKA_DEFAULTS,
                text -> new TopicRequirements(Duration.parse(text)));
    }

    private List<Column> columns(JsonNode node, List<String> keyColumns) {
        List<Column> columns = new ArrayList<>();
        if (!node.isArray() || node.isEmpty()) {
            problems.add("columns: none (expected: a list of {name, type})");
            return columns;
        }
        for (int i = 0; i < node.size(); i++) {
            String path = "columns[" + i + "]";
            JsonNode item = node.path(i);
            only(item, path + ".", Set.of("name", "type", "personal"));
            String name = text(item, "name", path + ".name", "");
            String type = text(item, "type", path + ".type", "");
            boolean personal = flag(item, "personal", path + ".personal");
            if (!name.isBlank() && !type.isBlank()) {
                column(name, type, personal, keyColumns.contains(name), columns);
            }
        }
        return columns;
    }

    /** A key column is NOT NULL without saying so, as in Flink. */
    private void column(String name, String text, boolean personal, boolean inKey, List<Column> columns) {
        String type = NOT_NULL.matcher(text).replaceFirst("");
        boolean notNull = !type.equals(text) && text.toUpperCase(Locale.ROOT).contains("NOT");
        try {
            columns.add(new Column(name, SqlType.parse(type), !notNull && !inKey, personal));
        } catch (IllegalArgumentException e) {
            problems.add("column " + name + ": " + e.getMessage());
        }
    }

    private void format(JsonNode node, String path) {
        String format = text(node, "format", path, "json");
        if (!format.equals("json")) {
            problems.add(path + ": " + format + " (expected: json)");
        }
    }

    private JsonNode object(JsonNode root, String field, Set<String> known) {
        JsonNode node = root.path(field);
        if (!node.isObject()) {
            problems.add(field + ": missing (expected: an object with " + new TreeSet<>(known) + ")");
            return MissingNode.getInstance();
        }
        only(node, field + ".", known);
        return node;
    }

    private void only(JsonNode node, String path, Set<String> known) {
        node.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                problems.add(path + field + ": unknown (expected: one of " + new TreeSet<>(known) + ")");
            }
        });
    }

    /** A required text, or {@code fallback} with a problem noted where it is missing and has no default. */
    private String text(JsonNode node, String field, String path, String fallback) {
        JsonNode value = node.path(field);
        if (value.isMissingNode() && (!fallback.isEmpty() || node.isMissingNode())) {
            return fallback;
        }
        if (!value.isTextual() || value.asText().isBlank()) {
            problems.add(path + ": " + (value.isMissingNode() ? "missing" : value) + " (expected: text)");
            return fallback;
        }
        return value.asText().strip();
    }

    private List<String> texts(JsonNode node, String path) {
        List<String> texts = new ArrayList<>();
        node.forEach(item -> texts.add(item.asText()));
        if (!node.isArray() || texts.isEmpty()) {
            problems.add(path + ": none (expected: column names in PRIMARY KEY clause order)");
        }
        return texts;
    }

    private boolean flag(JsonNode node, String field, String path) {
        JsonNode value = node.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            problems.add(path + ": " + value + " (expected: true or false)");
        }
        return value.asBoolean(false);
    }

    private <T> T word(
            JsonNode node, String field, String path, String expected, T fallback, Function<String, T> reader) {
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return fallback;
        }
        try {
            return reader.apply(value.asText());
        } catch (RuntimeException e) {
            problems.add(path + ": " + value.asText() + " (expected: " + expected + ")");
            return fallback;
        }
    }
}
