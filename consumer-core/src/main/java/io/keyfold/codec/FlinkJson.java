package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON byte for byte as Flink's format does: Jackson's own escapes, so CJK raw and characters beyond the BMP as
 * two upper-case escapes.
 */
final class FlinkJson {

    private static final JsonFactory JSON = new JsonFactory();

    private FlinkJson() {}

    static byte[] object(List<String> names, List<ColumnCodec> columns, List<? extends @Nullable Object> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = JSON.createGenerator(bytes)) {
            generator.writeStartObject();
            for (int i = 0; i < columns.size(); i++) {
                generator.writeFieldName(names.get(i));
                Object value = values.get(i);
                if (value == null) {
                    generator.writeNull();
                } else {
                    columns.get(i).write(generator, value);
                }
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot write JSON into memory", e);
        }
        return bytes.toByteArray();
    }

    static byte[] value(ColumnCodec column, Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = JSON.createGenerator(bytes)) {
            column.write(generator, value);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot write JSON into memory", e);
        }
        return bytes.toByteArray();
    }

    /** What stands before the value of an object's field: a brace or a comma, the field's name in quotes, and a colon. */
    static byte[] before(String field, boolean isFirst) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = JSON.createGenerator(bytes)) {
            generator.writeStartObject();
            generator.writeNullField(field);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot write JSON into memory", e);
        }
        byte[] before = Arrays.copyOf(bytes.toByteArray(), bytes.size() - "null}".length());
        before[0] = (byte) (isFirst ? '{' : ',');
        return before;
    }
}
