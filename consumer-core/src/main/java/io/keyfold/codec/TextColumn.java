package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.io.IOException;

/** STRING, VARCHAR and CHAR; a CHAR is padded with blanks to its length, which counts code points. */
final class TextColumn extends ColumnCodec {

    TextColumn(Column column) {
        super(column, String.class);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw misfit(parser.currentToken());
        }
        return canonical(parser.getText());
    }

    /** Of a plain text it needs not even be known where it ends: the parser finds that faster by itself. */
    @Override
    boolean surelyFits(JsonParser parser, JsonBytes json) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING || !json.isPlain()) {
            return false;
        }
        SqlType type = column().type();
        return type.name() == SqlType.Name.STRING || parser.getTextLength() <= type.precision();
    }

    @Override
    boolean storePlain(PlainJson in, StorageKeyWriter out) {
        boolean passed = passPlain(in);
        if (passed) {
            in.store(out);
        }
        return passed;
    }

    /** Of a CHAR the blanks that fill it up have to be there. */
    @Override
    boolean passPlain(PlainJson in) {
        if (!in.passText()) {
            return false;
        }
        SqlType type = column().type();
        return switch (type.name()) {
            case STRING -> true;
            case CHAR -> in.textLength() == type.precision();
            default -> in.textLength() <= type.precision();
        };
    }

    @Override
    boolean passPlain(PlainJson in, Object expected) {
        return in.passText((String) expected);
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeString((String) value);
    }

    @Override
    Object parse(String text) throws Misfit {
        return canonical(text);
    }

    @Override
    Object canonical(Object value) throws Misfit {
        String text = (String) value;
        SqlType type = column().type();
        if (type.name() == SqlType.Name.STRING) {
            return wellFormed(text);
        }
        int length = text.codePointCount(0, text.length());
        if (length > type.precision()) {
            throw misfit("a text of " + length + " characters");
        }
        return wellFormed(type.name() == SqlType.Name.CHAR ? text + " ".repeat(type.precision() - length) : text);
    }

    /** A lone surrogate has no UTF-8, so two such texts would meet in one key. */
    private String wellFormed(String text) throws Misfit {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw misfit("half of a surrogate pair");
                }
                i++;
            }
        }
        return text;
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        out.text(((String) value).getBytes(UTF_8));
    }

    @Override
    void skip(StorageKeyReader in) {
        in.skipText();
    }

    @Override
    Object load(StorageKeyReader in) {
        return new String(in.text(), UTF_8);
    }
}
