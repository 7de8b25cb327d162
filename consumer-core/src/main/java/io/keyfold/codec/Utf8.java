package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** Strict UTF-8: a lenient decoder maps every bad byte to one character, and two keys could meet in it. */
final class Utf8 {

    private static final int CHUNK_CHARS = 1024;

    private Utf8() {}

    /** The index of the first byte that is not UTF-8, or -1. */
    static int firstInvalid(byte[] bytes) {
        int ascii = 0;
        while (ascii < bytes.length && bytes[ascii] >= 0) {
            ascii++;
        }
        if (ascii == bytes.length) {
            return -1;
        }
        CharsetDecoder decoder = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes, ascii, bytes.length - ascii);
        CharBuffer out = CharBuffer.allocate(CHUNK_CHARS);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isError()) {
                return in.position();
            }
            if (result.isUnderflow()) {
                return -1;
            }
            out.clear();
        }
    }
}
