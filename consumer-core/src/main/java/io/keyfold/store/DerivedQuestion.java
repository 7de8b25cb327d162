package io.keyfold.store;

/**
 * What one instance asks the desk of another.
 *
 * <pre>
 * u8 'D' | u8 version | bytes contents
 * </pre>
 *
 * @param contents what the desk is given
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
record DerivedQuestion(byte[] contents) {

    /** What no other question begins with. */
    static final byte MARK = 'D';

    static final int VERSION = 1;

    /** A question has 1 MiB at the most, with what stands around it. */
    static final int MOST_BYTES = (1 << 20) - 64;

    DerivedQuestion {
        if (contents.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "question: " + contents.length + " bytes (expected: " + MOST_BYTES + " at the most)");
        }
    }

    /** Whether another instance's question is one to the desk. */
    static boolean isAsked(byte[] question) {
        return question.length > 0 && question[0] == MARK;
    }

    byte[] toBytes() {
        return new PeerOutput().u8(MARK).u8(VERSION).bytes(contents).toBytes();
    }

    static DerivedQuestion read(byte[] bytes) {
        PeerInput in = new PeerInput(bytes);
        int mark = in.u8();
        int version = in.u8();
        if (mark != MARK || version != VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + VERSION + ")");
        }
        byte[] contents = in.bytes();
        in.requireEnd();
        return new DerivedQuestion(contents);
    }
}
