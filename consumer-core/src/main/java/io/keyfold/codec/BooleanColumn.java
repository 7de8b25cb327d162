package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.keyfold.schemas.Column;
import java.io.IOException;

/** BOOLEAN; false sorts before true. */
final class BooleanColumn extends ColumnCodec {

    BooleanColumn(Column column) {
        super(column, Boolean.class);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw misfit(parser.currentToken());
        };
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeBoolean((Boolean) value);
    }

    @Override
    Object parse(String text) throws Misfit {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw misfit("a text other than true or false");
        };
    }

    @Override
    Object canonical(Object value) {
        return value;
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        out.integer((Boolean) value ? 1 : 0, 1);
    }

    @Override
    Object load(StorageKeyReader in) {
        return in.integer(1) == 1;
    }
}
