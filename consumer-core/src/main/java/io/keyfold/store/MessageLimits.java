package io.keyfold.store;

/**
 * How large a record may be where records of a table come from and go to: the topics' {@code max.message.bytes}.
 *
 * @param sourceBytes of the source topic
 * @param deadLetterBytes of the dead-letter topic; 0 if there is none
 */
record MessageLimits(int sourceBytes, int deadLetterBytes) {

    /** What a broker takes that was told nothing. */
    static final int KAFKA_DEFAULT_BYTES = 1_048_588;

    static final MessageLimits KAFKA_DEFAULTS = new MessageLimits(KAFKA_DEFAULT_BYTES, KAFKA_DEFAULT_BYTES);

    /** What Keyfold may add to a record: a stored row's header and mark, a dead letter's headers. */
    private static final int ADDED_BYTES = 64 * 1024;

    boolean hasDeadLetterTopic() {
        return deadLetterBytes > 0;
    }

    /** For the changelog, which holds each source value behind a header. */
    int changelogBytes() {
        return plus(sourceBytes);
    }

    /** For the dead-letter topic, if it is to take any record of the source topic whole. */
    int wholeLetterBytes() {
        return plus(sourceBytes);
    }

    /** For the producer, which writes both. */
    int requestBytes() {
        return plus(Math.max(changelogBytes(), deadLetterBytes));
    }

    private static int plus(int bytes) {
        return (int) Math.min(Integer.MAX_VALUE, (long) bytes + ADDED_BYTES);
    }
}
