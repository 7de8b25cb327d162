package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ARRAY, as an unmodifiable List, perhaps with nulls. Its stored form, in which a beginning sorts first and null before all
 * values:
 *
 * <pre>
 * +----------+---------------+----------+---------------+--- ---+----+
 * | 01 or 02 | form, if 02   | 01 or 02 | form, if 02   |  ...  | 00 |
 * +----------+---------------+----------+---------------+--- ---+----+
 *  first element              second element
 * 01   null; 02: a value
 * </pre>
 */
final class ArrayColumn extends NestedColumn {

    private final PartCodec element;

    ArrayColumn(Column column, ColumnReading reading) {
        super(column, List.class);
        this.element = PartCodec.of(column, reading).get(0);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw misfit(parser.currentToken());
        }
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(element.read(parser));
        }
        return Collections.unmodifiableList(elements);
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeStartArray();
        for (Object one : (List<?>) value) {
            element.write(generator, one);
        }
        generator.writeEndArray();
    }

    @Override
    Object canonical(Object value) throws Misfit {
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object one : (List<?>) value) {
            elements.add(element.check(one));
        }
        return Collections.unmodifiableList(elements);
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        for (Object one : (List<?>) value) {
            element.store(one, out);
        }
        out.tag(PartCodec.END);
    }

    @Override
    Object load(StorageKeyReader in) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (byte tag = in.tag(); tag != PartCodec.END; tag = in.tag()) {
            elements.add(element.load(tag, in));
        }
        return Collections.unmodifiableList(elements);
    }

    @Override
    void skip(StorageKeyReader in) {
        for (byte tag = in.tag(); tag != PartCodec.END; tag = in.tag()) {
            element.skip(tag, in);
        }
    }
}
