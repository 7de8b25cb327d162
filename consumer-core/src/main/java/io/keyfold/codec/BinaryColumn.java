package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.row.Binary;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.io.IOException;

/** BYTES, BINARY and VARBINARY: base64 in JSON. Stored as a text is, each 00 as 00 FF, then 00 01: a beginning sorts first. */
final class BinaryColumn extends ColumnCodec {

    BinaryColumn(Column column) {
        super(column, Binary.class);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw misfit(parser.currentToken());
        }
        return parse(parser.getText());
    }

    @Override
    Object parse(String text) throws Misfit {
        byte[] bytes = Base64Text.decode(text);
        if (bytes == null) {
            throw misfit("a text that is no base64");
        }
        return canonical(Binary.of(bytes));
    }

    @Override
    Object canonical(Object value) throws Misfit {
        int length = ((Binary) value).length();
        SqlType type = column().type();
        boolean fits = switch (type.name()) {
            case BINARY -> length == type.precision();
            case VARBINARY -> length <= type.precision();
            default -> true;
        };
        if (!fits) {
            throw misfit(length + " bytes");
        }
        return value;
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeBinary(((Binary) value).bytes());
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        out.text(((Binary) value).bytes());
    }

    @Override
    Object load(StorageKeyReader in) {
        return Binary.of(in.text());
    }

    @Override
    void skip(StorageKeyReader in) {
        in.skipText();
    }
}
