package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** JSON that is there already: goes into a reply byte for byte, without being read or made text on its way. */
final class RawJson implements JsonSerializable, SerializableString {

    static final RawJson NULL = new RawJson("null");

    private final byte[] utf8;

    RawJson(byte[] utf8) {
        this.utf8 = utf8;
    }

    RawJson(String json) {
        this(json.getBytes(UTF_8));
    }

    byte[] bytes() {
        return utf8;
    }

    @Override
    public void serialize(JsonGenerator generator, SerializerProvider provider) throws IOException {
        generator.writeRawValue(this);
    }

    @Override
    public void serializeWithType(JsonGenerator generator, SerializerProvider provider, TypeSerializer types)
            throws IOException {
        serialize(generator, provider);
    }

    @Override
    public String getValue() {
        return new String(utf8, UTF_8);
    }

    @Override
    public int charLength() {
        return getValue().length();
    }

    @Override
    public char[] asQuotedChars() {
        return getValue().toCharArray();
    }

    @Override
    public byte[] asUnquotedUTF8() {
        return utf8;
    }

    @Override
    public byte[] asQuotedUTF8() {
        return utf8;
    }

    @Override
    public int appendQuotedUTF8(byte[] buffer, int offset) {
        return appendUnquotedUTF8(buffer, offset);
    }

    @Override
    public int appendQuoted(char[] buffer, int offset) {
        return appendUnquoted(buffer, offset);
    }

    @Override
    public int appendUnquotedUTF8(byte[] buffer, int offset) {
        if (utf8.length > buffer.length - offset) {
            return -1;
        }
        System.arraycopy(utf8, 0, buffer, offset, utf8.length);
        return utf8.length;
    }

    @Override
    public int appendUnquoted(char[] buffer, int offset) {
        String text = getValue();
        if (text.length() > buffer.length - offset) {
            return -1;
        }
        text.getChars(0, text.length(), buffer, offset);
        return text.length();
    }

    @Override
    public int writeQuotedUTF8(OutputStream out) throws IOException {
        return writeUnquotedUTF8(out);
    }

    @Override
    public int writeUnquotedUTF8(OutputStream out) throws IOException {
        out.write(utf8);
        return utf8.length;
    }

    @Override
    public int putQuotedUTF8(ByteBuffer buffer) {
        return putUnquotedUTF8(buffer);
    }

    @Override
    public int putUnquotedUTF8(ByteBuffer buffer) {
        if (utf8.length > buffer.remaining()) {
            return -1;
        }
        buffer.put(utf8);
        return utf8.length;
    }

    /** {@return its length only: contents are not for logs} */
    @Override
    public String toString() {
        return "RawJson[" + utf8.length + " bytes]";
    }
}
