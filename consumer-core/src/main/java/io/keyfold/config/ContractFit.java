package io.keyfold.config;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether a table's indexes and totals fit its contract; refuses those that do not, in one sentence each. */
final class ContractFit {

    private static final String EXACT = "TINYINT, SMALLINT, INT, BIGINT or DECIMAL";

    private final TableContract contract;

    ContractFit(TableContract contract) {
        this.contract = contract;
    }

    void check(List<IndexSettings> indexes, List<TotalSettings> totals) {
        Set<String> names = new HashSet<>();
        for (IndexSettings index : indexes) {
            checkOnce(index.name(), names);
            index.columns().forEach(column -> scalar("index " + index.name(), column));
        }
        for (TotalSettings total : totals) {
            checkOnce(total.name(), names);
            checkMeasure("total " + total.name(), total.measure());
            total.groupBy().forEach(grouping -> checkGrouping("total " + total.name(), grouping));
        }
    }

    private void checkOnce(String name, Set<String> names) {
        if (!names.add(name)) {
            throw new IllegalArgumentException(
                    "indexes and totals of " + contract.name() + ": " + name + " twice (expected: each name once)");
        }
    }

    private Column column(String where, String name) {
        List<Column> columns = contract.columns();
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(where + ": column " + name + " (expected: one of "
                        + columns.stream().map(Column::name).toList() + ")"));
    }

    private void scalar(String where, String name) {
        SqlType type = column(where, name).type();
        if (!type.isScalar()) {
            throw unfit(where, name, type, "a column that is no ARRAY, MAP or ROW");
        }
    }

    private void checkMeasure(String where, Measure measure) {
        if (measure instanceof Measure.Sum sum) {
            checkSum(where, sum);
        } else if (measure instanceof Measure.Min min) {
            scalar(where, min.column());
        } else if (measure instanceof Measure.Max max) {
            scalar(where, max.column());
        } else if (measure instanceof Measure.Top top) {
            scalar(where, top.column());
        }
    }

    private void checkSum(String where, Measure.Sum sum) {
        SqlType type = column(where, sum.column()).type();
        switch (type.name()) {
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> {}
            case FLOAT, DOUBLE ->
                throw unfit(
                        where, sum, type, EXACT + "; a sum of " + type + " depends on the order of changes and drifts");
            default -> throw unfit(where, sum, type, EXACT);
        }
    }

    private void checkGrouping(String where, Grouping grouping) {
        SqlType type = column(where, grouping.column()).type();
        if (grouping instanceof Grouping.Column) {
            scalar(where, grouping.column());
            return;
        }
        boolean isInstant = type.name() == SqlType.Name.TIMESTAMP_LTZ;
        if (!isInstant && type.name() != SqlType.Name.TIMESTAMP) {
            throw unfit(where, grouping, type, "TIMESTAMP or TIMESTAMP_LTZ");
        }
        if (grouping instanceof Grouping.Day day && day.zone().isPresent() != isInstant) {
            throw unfit(
                    where,
                    grouping,
                    type,
                    isInstant
                            ? "day(" + day.column() + ", zone); state the zone whose days are meant"
                            : "day(" + day.column() + "); it has no zone, its days are taken as they stand");
        }
    }

    private static IllegalArgumentException unfit(String where, Object what, SqlType type, String expected) {
        return new IllegalArgumentException(where + ": " + what + " over " + type + " (expected: " + expected + ")");
    }
}
