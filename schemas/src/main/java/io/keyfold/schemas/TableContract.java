package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What up- and downstream have agreed about one table: the topic, the key, the columns and how they are written.
 *
 * <p>Key and value are JSON. The order of {@code keyColumns} is that of Flink's {@code PRIMARY KEY} clause, not that of
 * the columns: it fixes the key's bytes, hence its partition.
 *
 * @param name the table's name, by which it is asked for
 * @param topic the Kafka topic
 * @param keyColumns the primary key, in the order of the {@code PRIMARY KEY} clause
 * @param keyPrefix Flink's {@code key.fields-prefix}: what the names of the key columns begin with in the DDL and here, and not
 *     in the key's bytes; empty for none
 * @param valueFields which columns the value carries
 * @param keyJson how the upstream job writes the key's JSON
 * @param valueJson how the upstream job writes the value's JSON
 * @param columns all columns, in the order of the DDL
 * @param lenient what is read though Flink would not write it so
 * @param requirements what the topic's configuration must satisfy
 */
public record TableContract(
        String name,
        String topic,
        List<String> keyColumns,
        String keyPrefix,
        ValueFields valueFields,
        JsonOptions keyJson,
        JsonOptions valueJson,
        List<Column> columns,
        LenientOptions lenient,
        TopicRequirements requirements) {

    /** Without a dash: with one, two consumers' tables could share an application id, {@code <consumer>-<table>}. */
    private static final Pattern TABLE_NAME = Pattern.compile("[A-Za-z0-9_]{1,100}");

    private static final Pattern TOPIC_NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}");

    /** Refuses a contract that contradicts itself. */
    public TableContract {
        requireNonNull(name, "name");
        requireNonNull(topic, "topic");
        requireNonNull(keyPrefix, "keyPrefix");
        requireNonNull(valueFields, "valueFields");
        requireNonNull(keyJson, "keyJson");
        requireNonNull(valueJson, "valueJson");
        requireNonNull(lenient, "lenient");
        requireNonNull(requirements, "requirements");
        keyColumns = List.copyOf(keyColumns);
        columns = List.copyOf(columns);
        List<String> problems = new ArrayList<>();
        if (!TABLE_NAME.matcher(name).matches()) {
            problems.add("table: " + name + " (expected: 1 .. 100 letters, digits or _)");
        }
        if (!TOPIC_NAME.matcher(topic).matches()) {
            problems.add("topic: " + topic + " (expected: a legal Kafka topic name)");
        }
        checkColumns(columns, problems);
        checkKey(keyColumns, columns, problems);
        checkPrefix(keyPrefix, keyColumns, valueFields, problems);
        checkLenient(lenient, columns, problems);
        if (!problems.isEmpty()) {
            throw new ContractException(name, problems);
        }
    }

    private static void checkColumns(List<Column> columns, List<String> problems) {
        Set<String> seen = new HashSet<>();
        for (Column column : columns) {
            if (!seen.add(column.name())) {
                problems.add("column " + column.name() + " is declared twice");
            }
        }
    }

    private static void checkKey(List<String> keyColumns, List<Column> columns, List<String> problems) {
        if (keyColumns.isEmpty()) {
            problems.add("the key has no columns (expected: those of the PRIMARY KEY clause)");
        }
        Set<String> seen = new HashSet<>();
        for (String key : keyColumns) {
            if (!seen.add(key)) {
                problems.add("key column " + key + " is named twice");
                continue;
            }
            Optional<Column> column =
                    columns.stream().filter(c -> c.name().equals(key)).findFirst();
            if (column.isEmpty()) {
                problems.add("key column " + key + " is not declared (declared: "
                        + columns.stream().map(Column::name).toList() + ")");
            } else if (column.get().nullable()) {
                problems.add("key column " + key + " is nullable (expected: NOT NULL)");
            }
        }
    }

    /** As Flink has it: a prefix needs EXCEPT_KEY, and every key column begins with it. A column of the value may do so too. */
    private static void checkPrefix(String prefix, List<String> key, ValueFields fields, List<String> problems) {
        if (prefix.isEmpty()) {
            return;
        }
        if (fields == ValueFields.ALL) {
            problems.add("key prefix " + prefix + " with value fields ALL (expected: EXCEPT_KEY, as Flink demands)");
        }
        for (String column : key) {
            if (!column.startsWith(prefix) || column.length() == prefix.length()) {
                problems.add("key column " + column + " (expected: a name that begins with the key prefix " + prefix
                        + " and goes on)");
            }
        }
    }

    private static void checkLenient(LenientOptions lenient, List<Column> columns, List<String> problems) {
        for (String name : new TreeSet<>(lenient.base64Decimals())) {
            boolean isDecimal = columns.stream()
                    .anyMatch(column ->
                            column.name().equals(name) && column.type().name() == SqlType.Name.DECIMAL);
            if (!isDecimal) {
                problems.add("base64 decimal " + name + " (expected: a column of type DECIMAL)");
            }
        }
    }

    /**
     * A contract without a key prefix and without lenient options, whose key and value are written alike.
     *
     * @param name as above
     * @param topic as above
     * @param keyColumns as above
     * @param valueFields as above
     * @param json how the upstream job writes JSON
     * @param columns as above
     * @param requirements as above
     */
    public TableContract(
            String name,
            String topic,
            List<String> keyColumns,
            ValueFields valueFields,
            JsonOptions json,
            List<Column> columns,
            TopicRequirements requirements) {
        this(name, topic, keyColumns, "", valueFields, json, json, columns, LenientOptions.NONE, requirements);
    }

    /**
     * {@return the same contract read from another topic}
     *
     * @param other the topic's name
     */
    public TableContract withTopic(String other) {
        return new TableContract(
                name, other, keyColumns, keyPrefix, valueFields, keyJson, valueJson, columns, lenient, requirements);
    }

    /**
     * {@return the same contract with other lenient options}
     *
     * @param other what is read though Flink would not write it so
     */
    public TableContract withLenient(LenientOptions other) {
        return new TableContract(
                name, topic, keyColumns, keyPrefix, valueFields, keyJson, valueJson, columns, other, requirements);
    }

    /**
     * {@return the same contract of a topic that is configured otherwise}
     *
     * @param other what its configuration must satisfy
     */
    public TableContract withRequirements(TopicRequirements other) {
        return new TableContract(
                name, topic, keyColumns, keyPrefix, valueFields, keyJson, valueJson, columns, lenient, other);
    }

    /** {@return the primary key's columns, in the order of the {@code PRIMARY KEY} clause} */
    public List<Column> key() {
        return keyColumns.stream().map(this::column).toList();
    }

    /**
     * {@return the name under which a key column stands in the key's bytes: without the prefix}
     *
     * @param column the name of a key column
     */
    public String keyField(String column) {
        return requireNonNull(column, "column").substring(keyPrefix.length());
    }

    /** {@return the columns that the value carries, in the order of the DDL} */
    public List<Column> value() {
        if (valueFields == ValueFields.ALL) {
            return columns;
        }
        Set<String> key = new LinkedHashSet<>(keyColumns);
        return columns.stream().filter(column -> !key.contains(column.name())).toList();
    }

    /**
     * {@return the column of that name}
     *
     * @param column its name
     * @throws IllegalArgumentException if there is none
     */
    public Column column(String column) {
        requireNonNull(column, "column");
        return columns.stream()
                .filter(c -> c.name().equals(column))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("column: " + column + " (expected: one of "
                        + columns.stream().map(Column::name).toList() + ")"));
    }
}
