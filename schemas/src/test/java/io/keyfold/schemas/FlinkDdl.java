package io.keyfold.schemas;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.flink.sql.parser.ddl.SqlCreateTable;
import org.apache.flink.sql.parser.ddl.SqlTableColumn.SqlRegularColumn;
import org.apache.flink.sql.parser.ddl.SqlTableOption;
import org.apache.flink.sql.parser.ddl.constraint.SqlTableConstraint;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.validate.FlinkSqlConformance;

/** A CREATE TABLE statement as Flink's own parser reads it, held against a contract. */
final class FlinkDdl {

    private static final SqlParser.Config FLINK = SqlParser.config()
            .withParserFactory(FlinkSqlParserImpl.FACTORY)
            .withConformance(FlinkSqlConformance.DEFAULT)
            .withQuoting(Quoting.BACK_TICK)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED);

    private final Map<String, SqlType.Part> columns = new LinkedHashMap<>();
    private final List<String> key = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    private FlinkDdl(SqlCreateTable table) {
        for (SqlNode node : table.getColumnList()) {
            SqlRegularColumn column = (SqlRegularColumn) node;
            String name = column.getName().getSimple();
            boolean nullable = !Boolean.FALSE.equals(column.getType().getNullable());
            String type = column.getType().withNullable(true).toString().replaceAll(" NULL$", "");
            columns.put(name, new SqlType.Part(name, SqlType.parse(type), nullable));
        }
        for (SqlTableConstraint constraint : table.getTableConstraints()) {
            for (SqlNode column : constraint.getColumns()) {
                key.add(((SqlIdentifier) column).getSimple());
            }
        }
        for (SqlNode node : table.getPropertyList()) {
            SqlTableOption option = (SqlTableOption) node;
            options.put(option.getKeyString(), option.getValueString());
        }
    }

    static FlinkDdl parse(String sql) {
        try {
            String one = sql.strip();
            String statement = one.endsWith(";") ? one.substring(0, one.length() - 1) : one;
            return new FlinkDdl(
                    (SqlCreateTable) SqlParser.create(statement, FLINK).parseStmt());
        } catch (SqlParseException e) {
            throw new IllegalArgumentException("Cannot parse DDL: " + e.getMessage(), e);
        }
    }

    /** One sentence each, naming the column or the option; none if the two agree. */
    List<String> differences(TableContract contract) {
        List<String> found = new ArrayList<>();
        List<String> names = contract.columns().stream().map(Column::name).toList();
        for (Column column : contract.columns()) {
            SqlType.Part declared = columns.get(column.name());
            if (declared == null) {
                found.add("column " + column.name() + " is not in the DDL");
            } else if (!declared.type().equals(column.type()) || isNullable(declared, contract) != column.nullable()) {
                found.add("column " + column.name() + ": " + declared.ddl() + " in the DDL (contract: " + column + ")");
            }
        }
        for (String name : columns.keySet()) {
            if (!names.contains(name)) {
                found.add("column " + name + " is not in the contract");
            }
        }
        if (found.isEmpty() && !names.equals(List.copyOf(columns.keySet()))) {
            found.add("columns stand in another order in the DDL: " + columns.keySet() + " (contract: " + names + ")");
        }
        if (!key.equals(contract.keyColumns())) {
            found.add("PRIMARY KEY " + key + " in the DDL (contract: " + contract.keyColumns() + ")");
        }
        expectedOptions(contract).forEach((name, expected) -> {
            String actual = options.getOrDefault(name, fallback(name));
            if (!expected.equals(actual)) {
                found.add("option " + name + ": " + actual + " in the DDL (contract: " + expected + ")");
            }
        });
        return found;
    }

    /** A key column is NOT NULL without saying so. */
    private boolean isNullable(SqlType.Part declared, TableContract contract) {
        return declared.nullable() && !contract.keyColumns().contains(declared.name());
    }

    private static Map<String, String> expectedOptions(TableContract contract) {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("connector", "upsert-kafka");
        expected.put("topic", contract.topic());
        expected.put("key.format", "json");
        expected.put("value.format", "json");
        expected.put("value.fields-include", contract.valueFields().name());
        expected.put("key.fields-prefix", contract.keyPrefix());
        json(expected, "key", contract.keyJson());
        json(expected, "value", contract.valueJson());
        return expected;
    }

    private static void json(Map<String, String> expected, String part, JsonOptions json) {
        expected.put(
                part + ".json.timestamp-format.standard",
                json.timestampFormat().name().replace('_', '-'));
        expected.put(part + ".json.encode.decimal-as-plain-number", String.valueOf(json.decimalAsPlainNumber()));
    }

    /** What Flink takes where an option is not set. */
    private static String fallback(String option) {
        return Objects.requireNonNullElse(
                Map.of(
                                "value.fields-include", "ALL",
                                "key.fields-prefix", "",
                                "key.json.timestamp-format.standard", "SQL",
                                "value.json.timestamp-format.standard", "SQL",
                                "key.json.encode.decimal-as-plain-number", "false",
                                "value.json.encode.decimal-as-plain-number", "false")
                        .get(option),
                "nothing");
    }
}
