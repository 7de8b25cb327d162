package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.TemporalText.DateAndTime;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions.TimestampFormat;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ. More digits of a second than declared are a fault, never rounded. */
@SuppressWarnings({"JavaLocalTimeGetNano", "JavaLocalDateTimeGetNano", "JavaInstantGetSecondsGetNano"}) // a fraction
abstract sealed class TemporalColumn extends ColumnCodec {

    private static final int NANO_DIGITS = 9;
    private static final int MAX_YEAR = 9999;

    private TemporalColumn(Column column, Class<?> javaType) {
        super(column, javaType);
    }

    static TemporalColumn of(Column column, ColumnReading reading) {
        char parting = reading.json().timestampFormat() == TimestampFormat.SQL ? ' ' : 'T';
        return switch (column.type().name()) {
            case DATE -> new Date(column);
            case TIME -> new Time(column);
            case TIMESTAMP ->
                new Timestamp(column, parting, reading.lenient().timestampZone().orElse(null));
            default -> new TimestampLtz(column, parting);
        };
    }

    /** Throws DateTimeException where the text has not this type's form. */
    abstract Object form(String text) throws Misfit;

    abstract String text(Object value);

    @Override
    final Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw misfit(parser.currentToken());
        }
        return parse(parser.getText());
    }

    @Override
    final boolean surelyFits(JsonParser parser, JsonBytes json) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_STRING
                && isForm(new TemporalForm(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
    }

    @Override
    final boolean passPlain(PlainJson in) {
        return in.passText() && isForm(in.temporal());
    }

    /** Whether a text surely has this type's form. */
    abstract boolean isForm(TemporalForm text);

    @Override
    final Object parse(String text) throws Misfit {
        try {
            return canonical(form(text));
        } catch (DateTimeException e) {
            throw misfit("a text that is no such " + column().type().name());
        }
    }

    @Override
    final void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeString(text(value));
    }

    /** Four digits are all that a year is written with. */
    final void checkYear(int year) throws Misfit {
        if (year < 1 || year > MAX_YEAR) {
            throw misfit("a year out of range");
        }
    }

    final void checkFraction(int nanos) throws Misfit {
        int unit = 1;
        for (int i = column().type().precision(); i < NANO_DIGITS; i++) {
            unit *= 10;
        }
        if (nanos % unit != 0) {
            throw misfit("more digits of a second than declared");
        }
    }

    static String text(LocalDateTime value, char parting) {
        return value.toLocalDate().toString() + parting + TemporalText.of(value.toLocalTime());
    }

    static void storeSeconds(long seconds, int nanos, StorageKeyWriter out) {
        out.integer(seconds, Long.BYTES);
        out.integer(nanos, Integer.BYTES);
    }

    private static final class Date extends TemporalColumn {
        Date(Column column) {
            super(column, LocalDate.class);
        }

        @Override
        boolean isForm(TemporalForm text) {
            return text.isDate();
        }

        @Override
        Object form(String text) {
            return new TemporalText(text).date();
        }

        @Override
        String text(Object value) {
            return value.toString();
        }

        @Override
        Object canonical(Object value) throws Misfit {
            checkYear(((LocalDate) value).getYear());
            return value;
        }

        @Override
        void store(Object value, StorageKeyWriter out) {
            out.integer(((LocalDate) value).toEpochDay(), Long.BYTES);
        }

        @Override
        Object load(StorageKeyReader in) {
            return LocalDate.ofEpochDay(in.integer(Long.BYTES));
        }
    }

    private static final class Time extends TemporalColumn {
        Time(Column column) {
            super(column, LocalTime.class);
        }

        @Override
        boolean isForm(TemporalForm text) {
            return text.isTime(column().type().precision());
        }

        @Override
        Object form(String text) {
            return new TemporalText(text).time();
        }

        @Override
        String text(Object value) {
            return TemporalText.of((LocalTime) value);
        }

        @Override
        Object canonical(Object value) throws Misfit {
            checkFraction(((LocalTime) value).getNano());
            return value;
        }

        @Override
        void store(Object value, StorageKeyWriter out) {
            out.integer(((LocalTime) value).toNanoOfDay(), Long.BYTES);
        }

        @Override
        Object load(StorageKeyReader in) {
            return LocalTime.ofNanoOfDay(in.integer(Long.BYTES));
        }
    }

    private static final class Timestamp extends TemporalColumn {
        private final char parting;
        /** In which a time with an offset is meant; null to refuse it. */
        private final @Nullable ZoneId zone;

        Timestamp(Column column, char parting, @Nullable ZoneId zone) {
            super(column, LocalDateTime.class);
            this.parting = parting;
            this.zone = zone;
        }

        @Override
        boolean isForm(TemporalForm text) {
            return text.isDateAndTime(column().type().precision());
        }

        @Override
        Object form(String text) throws Misfit {
            DateAndTime read = new TemporalText(text).dateAndTime();
            if (read.offset() == null) {
                return read.local();
            }
            if (zone == null) {
                throw misfit("a time with a zone; the column has none, the contract may declare one");
            }
            return LocalDateTime.ofInstant(read.local().toInstant(read.offset()), zone);
        }

        @Override
        String text(Object value) {
            return text((LocalDateTime) value, parting);
        }

        @Override
        Object canonical(Object value) throws Misfit {
            checkYear(((LocalDateTime) value).getYear());
            checkFraction(((LocalDateTime) value).getNano());
            return value;
        }

        @Override
        void store(Object value, StorageKeyWriter out) {
            LocalDateTime time = (LocalDateTime) value;
            storeSeconds(time.toEpochSecond(ZoneOffset.UTC), time.getNano(), out);
        }

        @Override
        Object load(StorageKeyReader in) {
            long seconds = in.integer(Long.BYTES);
            return LocalDateTime.ofEpochSecond(seconds, (int) in.integer(Integer.BYTES), ZoneOffset.UTC);
        }
    }

    private static final class TimestampLtz extends TemporalColumn {
        private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
        private static final Instant END =
                Instant.parse("9999-12-31T23:59:59.999999999Z").plusNanos(1);

        private final char parting;

        TimestampLtz(Column column, char parting) {
            super(column, Instant.class);
            this.parting = parting;
        }

        @Override
        boolean isForm(TemporalForm text) {
            return text.isDateAndTimeInUtc(column().type().precision());
        }

        @Override
        Object form(String text) throws Misfit {
            DateAndTime read = new TemporalText(text).dateAndTime();
            if (!text.endsWith("Z")) {
                throw misfit(read.offset() == null ? "a time without its Z" : "a time with an offset other than Z");
            }
            return read.local().toInstant(ZoneOffset.UTC);
        }

        @Override
        String text(Object value) {
            return text(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC), parting) + "Z";
        }

        @Override
        Object canonical(Object value) throws Misfit {
            Instant time = (Instant) value;
            if (time.isBefore(FIRST) || !time.isBefore(END)) {
                throw misfit("a year out of range");
            }
            checkFraction(time.getNano());
            return value;
        }

        @Override
        void store(Object value, StorageKeyWriter out) {
            Instant time = (Instant) value;
            storeSeconds(time.getEpochSecond(), time.getNano(), out);
        }

        @Override
        Object load(StorageKeyReader in) {
            long seconds = in.integer(Long.BYTES);
            return Instant.ofEpochSecond(seconds, in.integer(Integer.BYTES));
        }
    }
}
