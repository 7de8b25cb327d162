package io.keyfold.store;

/**
 * What an instance says to a question to its desk.
 *
 * <pre>
 * u8 version | u8 0 | bytes answer
 * u8 version | u8 1                   not here, or not yet
 * u8 version | u8 2 | text reason     no answer, and why
 * </pre>
 */
sealed interface DerivedReply {

    int VERSION = 1;

    /** A reply has 8 MiB at the most, with what stands around it. */
    int MOST_BYTES = (8 << 20) - 64;

    byte[] toBytes();

    /** The desk's answer. */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Said(byte[] answer) implements DerivedReply {

        private static final int KIND = 0;

        @Override
        public byte[] toBytes() {
            return new PeerOutput().u8(VERSION).u8(KIND).bytes(answer).toBytes();
        }
    }

    /** What it is about is not here. */
    record NotHere() implements DerivedReply {

        private static final int KIND = 1;

        @Override
        public byte[] toBytes() {
            return new PeerOutput().u8(VERSION).u8(KIND).toBytes();
        }
    }

    /** There is no answer. */
    record None(String reason) implements DerivedReply {

        private static final int KIND = 2;

        @Override
        public byte[] toBytes() {
            return new PeerOutput().u8(VERSION).u8(KIND).text(reason).toBytes();
        }
    }

    static DerivedReply read(byte[] bytes) {
        PeerInput in = new PeerInput(bytes);
        int version = in.u8();
        if (version != VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + VERSION + ")");
        }
        int kind = in.u8();
        DerivedReply reply = switch (kind) {
            case Said.KIND -> new Said(in.bytes());
            case NotHere.KIND -> new NotHere();
            case None.KIND -> new None(in.text());
            default -> throw new IllegalArgumentException("kind: " + kind + " (expected: 0 .. 2)");
        };
        in.requireEnd();
        return reply;
    }
}
