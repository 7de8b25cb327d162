package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import java.io.IOException;

/** ARRAY, MAP and ROW: what they recurse into is their declared type, never what a record holds. */
abstract class NestedColumn extends ColumnCodec {

    NestedColumn(Column column, Class<?> javaType) {
        super(column, javaType);
    }

    /** A person spells it as its JSON. */
    @Override
    final Object parse(String text) throws Misfit {
        byte[] bytes = text.getBytes(UTF_8);
        try (JsonParser parser = JsonObjectWalk.USUAL.parser(new JsonBytes(bytes))) {
            JsonToken first = parser.nextToken();
            if (first != null && first != JsonToken.VALUE_NULL && new String(bytes, UTF_8).equals(text)) {
                Object value = read(parser);
                if (parser.nextToken() == null) {
                    return value;
                }
            }
            throw misfit("a text that is not the JSON of one");
        } catch (IOException e) {
            throw misfit("a text that is not the JSON of one");
        }
    }
}
