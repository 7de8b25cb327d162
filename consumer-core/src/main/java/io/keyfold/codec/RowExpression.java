package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.config.Grouping;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * What an index or a group takes from a row: a column's value, or the minute or the day in which it lies.
 *
 * <p>Its bytes sort as its values do, nulls first, and none begin with another's:
 *
 * <pre>
 * null      00
 * a value   01, then the order-preserving form of its type
 * </pre>
 *
 * <p>The values of a NOT NULL column have the tag too, so that its entries stay as they are when it loses its NOT NULL.
 */
abstract sealed class RowExpression {

    private static final byte NULL = 0;
    private static final byte VALUE = 1;

    private final int column;
    private final ColumnCodec codec;

    /**
     * What is taken from a column.
     *
     * @param column where it stands in the contract
     * @param codec of the values that are taken, its column named as a user writes the expression
     */
    private RowExpression(int column, ColumnCodec codec) {
        this.column = column;
        this.codec = codec;
    }

    static RowExpression of(TableContract contract, String column) {
        return of(contract, Grouping.column(column));
    }

    static RowExpression of(TableContract contract, Grouping grouping) {
        Column read = contract.column(grouping.column());
        SqlType type = grouping instanceof Grouping.Day ? SqlType.parse("DATE") : read.type();
        ColumnCodec codec = ColumnCodec.of(
                new Column(grouping.toString(), type, read.nullable(), read.personal()),
                ColumnReading.ofValue(contract));
        int column = contract.columns().indexOf(read);
        if (grouping instanceof Grouping.Minute) {
            return new Minute(column, codec);
        }
        if (grouping instanceof Grouping.Day day) {
            return new Day(column, codec, day.zone().orElse(null), read.type());
        }
        return new Value(column, codec);
    }

    final ColumnCodec codec() {
        return codec;
    }

    final @Nullable Object value(@Nullable Object[] row) {
        Object value = row[column];
        return value == null ? null : take(value);
    }

    abstract Object take(Object value);

    final void store(@Nullable Object value, StorageKeyWriter out) {
        if (value == null) {
            out.tag(NULL);
        } else {
            out.tag(VALUE);
            codec.store(value, out);
        }
    }

    /** Appends what the bytes of all texts that begin so begin with. */
    final void storeBeginning(String beginning, StorageKeyWriter out) {
        Column any = new Column(text(), SqlType.parse("STRING"), true, false);
        out.tag(VALUE);
        out.textBeginning(((String) new TextColumn(any).check(beginning)).getBytes(UTF_8));
    }

    final @Nullable Object load(StorageKeyReader in) {
        return in.tag() == NULL ? null : codec.load(in);
    }

    final void skip(StorageKeyReader in) {
        if (in.tag() != NULL) {
            codec.skip(in);
        }
    }

    /** Checks a value that a caller gave. */
    Object check(Object given) {
        return codec.check(given);
    }

    /** As a user writes it. */
    final String text() {
        return codec.column().name();
    }

    /** Text that changes whenever its bytes would. */
    String fingerprint() {
        return text() + " " + codec.column().type();
    }

    private static final class Value extends RowExpression {
        Value(int column, ColumnCodec codec) {
            super(column, codec);
        }

        @Override
        Object take(Object value) {
            return value;
        }
    }

    /** Of an instant the minute in UTC, which is one in every zone whose offset has no seconds. */
    private static final class Minute extends RowExpression {
        Minute(int column, ColumnCodec codec) {
            super(column, codec);
        }

        @Override
        Object take(Object value) {
            return value instanceof Instant instant
                    ? instant.truncatedTo(ChronoUnit.MINUTES)
                    : ((LocalDateTime) value).truncatedTo(ChronoUnit.MINUTES);
        }

        @Override
        Object check(Object given) {
            Object value = super.check(given);
            if (!take(value).equals(value)) {
                throw new IllegalArgumentException(text() + ": a time within a minute (expected: a whole minute)");
            }
            return value;
        }
    }

    /** Stored as a DATE, but not bounded as one: an instant of the year 9999 may lie in the next one elsewhere. */
    private static final class Day extends RowExpression {
        private final @Nullable ZoneId zone;
        private final SqlType type;

        Day(int column, ColumnCodec codec, @Nullable ZoneId zone, SqlType type) {
            super(column, codec);
            this.zone = zone;
            this.type = type;
        }

        @Override
        Object take(Object value) {
            return zone == null ? ((LocalDateTime) value).toLocalDate() : LocalDate.ofInstant((Instant) value, zone);
        }

        @Override
        Object check(Object given) {
            return given instanceof LocalDate ? given : super.check(given);
        }

        /** A zone's rules come with Java: newer ones may move a row to another day. */
        @Override
        String fingerprint() {
            return text() + " " + type + (zone == null ? "" : " rules " + hash(zone.getRules()));
        }

        private static String hash(ZoneRules rules) {
            String text = rules.getOffset(Instant.MIN) + " " + rules.getTransitions() + rules.getTransitionRules();
            return Integer.toHexString(text.hashCode());
        }
    }
}
