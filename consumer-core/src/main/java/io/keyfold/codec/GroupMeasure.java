package io.keyfold.codec;

import io.keyfold.config.Measure;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a total tells of its groups, and how rows that come and go change it. */
final class GroupMeasure {

    private enum Kind {
        COUNT,
        SUM,
        MIN,
        MAX,
        TOP
    }

    private final Kind kind;
    /** None of a count. */
    private final @Nullable RowExpression column;

    private final int topRows;

    private GroupMeasure(Kind kind, @Nullable RowExpression column, int topRows) {
        this.kind = kind;
        this.column = column;
        this.topRows = topRows;
    }

    static GroupMeasure of(TableContract contract, Measure measure) {
        if (measure instanceof Measure.Sum sum) {
            return new GroupMeasure(Kind.SUM, RowExpression.of(contract, sum.column()), 0);
        }
        if (measure instanceof Measure.Min min) {
            return new GroupMeasure(Kind.MIN, RowExpression.of(contract, min.column()), 0);
        }
        if (measure instanceof Measure.Max max) {
            return new GroupMeasure(Kind.MAX, RowExpression.of(contract, max.column()), 0);
        }
        if (measure instanceof Measure.Top top) {
            return new GroupMeasure(Kind.TOP, RowExpression.of(contract, top.column()), top.rows());
        }
        return new GroupMeasure(Kind.COUNT, null, 0);
    }

    boolean isOrdered() {
        return isExtreme() || kind == Kind.TOP;
    }

    boolean isExtreme() {
        return kind == Kind.MIN || kind == Kind.MAX;
    }

    boolean takesGreatest() {
        return kind == Kind.MAX || kind == Kind.TOP;
    }

    int topRows() {
        return topRows;
    }

    byte @Nullable [] measured(@Nullable Object[] row) {
        RowExpression measured = ordered();
        Object value = measured.value(row);
        return value == null ? null : form(measured, value);
    }

    Object measuredValue(byte[] measured) {
        return ordered().codec().load(new StorageKeyReader(measured));
    }

    int measuredLength(byte[] bytes, int from) {
        StorageKeyReader in = new StorageKeyReader(bytes, from);
        ordered().codec().skip(in);
        return in.at() - from;
    }

    private RowExpression ordered() {
        if (column == null || !isOrdered()) {
            throw new IllegalStateException("measure: " + kind.name().toLowerCase(Locale.ROOT)
                    + " (expected: min, max or top, which are ordered)");
        }
        return column;
    }

    private static byte[] form(RowExpression measured, Object value) {
        StorageKeyWriter out = new StorageKeyWriter();
        measured.codec().store(value, out);
        return out.toBytes();
    }

    GroupTotal plus(GroupTotal total, @Nullable Object[] row) {
        Object value = column == null ? null : column.value(row);
        if (column == null || value == null) {
            return new GroupTotal(total.rows() + 1, total.values(), total.sum(), total.extreme());
        }
        return new GroupTotal(
                total.rows() + 1,
                total.values() + 1,
                kind == Kind.SUM ? total.sum().add(unscaled(value)) : total.sum(),
                isExtreme() ? better(total.extreme(), form(column, value)) : total.extreme());
    }

    GroupTotal minus(GroupTotal total, @Nullable Object[] row) {
        Object value = column == null ? null : column.value(row);
        if (value == null) {
            return new GroupTotal(total.rows() - 1, total.values(), total.sum(), total.extreme());
        }
        return new GroupTotal(
                total.rows() - 1,
                total.values() - 1,
                kind == Kind.SUM ? total.sum().subtract(unscaled(value)) : total.sum(),
                total.extreme());
    }

    GroupTotal merge(GroupTotal one, GroupTotal other) {
        return new GroupTotal(
                one.rows() + other.rows(),
                one.values() + other.values(),
                one.sum().add(other.sum()),
                better(one.extreme(), other.extreme()));
    }

    /** Of the column's scale, which all its values have. */
    private static BigInteger unscaled(Object value) {
        return value instanceof BigDecimal decimal
                ? decimal.unscaledValue()
                : BigInteger.valueOf(((Number) value).longValue());
    }

    private byte @Nullable [] better(byte @Nullable [] one, byte @Nullable [] other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Arrays.compareUnsigned(one, other) > 0 == takesGreatest() ? one : other;
    }

    Optional<Object> value(GroupTotal total) {
        return switch (kind) {
            case COUNT -> Optional.of(total.rows());
            case SUM -> total.values() == 0 ? Optional.empty() : Optional.of(new BigDecimal(total.sum(), scale()));
            case MIN, MAX -> Optional.ofNullable(total.extreme()).map(this::measuredValue);
            case TOP -> Optional.empty();
        };
    }

    private int scale() {
        return column == null ? 0 : column.codec().column().type().scale();
    }

    int compare(GroupTotal one, GroupTotal other) {
        return switch (kind) {
            case COUNT -> Long.compare(one.rows(), other.rows());
            case SUM -> {
                int presence = Boolean.compare(one.values() != 0, other.values() != 0);
                yield presence != 0 || one.values() == 0 ? presence : one.sum().compareTo(other.sum());
            }
            case MIN, MAX -> Arrays.compareUnsigned(one.extreme(), other.extreme());
            case TOP -> 0;
        };
    }

    /** Text that changes whenever what is kept would: not with the rows of a top, for an entry of each row is kept. */
    String fingerprint() {
        return kind.name().toLowerCase(Locale.ROOT) + "(" + (column == null ? "" : column.fingerprint()) + ")";
    }
}
