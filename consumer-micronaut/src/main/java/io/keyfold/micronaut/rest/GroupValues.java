package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.UpsertTable;
import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import io.keyfold.config.TotalSettings;
import io.keyfold.row.RowJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one total's groups, from and to text and JSON: of a column as the column's are, of a minute as its first moment,
 * of a day as {@code 2024-01-15}.
 */
record GroupValues(UpsertTable<RowJson> table, TotalSettings total) {

    /** {@return a value of what is grouped by, read from text} */
    Object parse(int index, String text) {
        Grouping grouping = total.groupBy().get(index);
        if (!(grouping instanceof Grouping.Day)) {
            return table.columnValue(grouping.column(), text);
        }
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(grouping + ": no day (expected: one such as 2024-01-15)", e);
        }
    }

    /** {@return a value of what is grouped by as JSON} */
    RawJson json(int index, @Nullable Object value) {
        if (value == null) {
            return RawJson.NULL;
        }
        Grouping grouping = total.groupBy().get(index);
        return grouping instanceof Grouping.Day
                ? new RawJson('"' + value.toString() + '"')
                : new RawJson(table.columnJson(grouping.column(), value));
    }

    /** {@return what the total tells of a group as JSON: a sum with all digits of its scale} */
    RawJson measured(Object value) {
        if (value instanceof BigDecimal sum && total.measure() instanceof Measure.Sum) {
            return new RawJson(sum.toPlainString());
        }
        return total.measure()
                .measured()
                .map(column -> new RawJson(table.columnJson(column, value)))
                .orElseGet(() -> new RawJson(value.toString()));
    }

    /** {@return a group as bytes, for a page token} */
    byte[] bytes(List<? extends @Nullable Object> group) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (int i = 0; i < group.size(); i++) {
                Object value = group.get(i);
                byte[] text = value == null ? new byte[0] : text(i, value).getBytes(UTF_8);
                out.writeInt(value == null ? -1 : text.length);
                out.write(text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write into memory", e);
        }
        return bytes.toByteArray();
    }

    /** {@return the group of bytes that {@link #bytes} gave} */
    List<@Nullable Object> group(byte[] bytes) {
        List<@Nullable Object> group = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            for (int i = 0; i < total.groupBy().size(); i++) {
                int length = in.readInt();
                group.add(length < 0 ? null : parse(i, new String(in.readNBytes(length), UTF_8)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read from memory", e);
        }
        return group;
    }

    private String text(int index, Object value) {
        if (value instanceof String text) {
            return text;
        }
        String json = json(index, value).getValue();
        return json.startsWith("\"")
                ? json.substring(1, json.length() - 1)
                : json; // no time and no Base64 has an escape
    }
}
