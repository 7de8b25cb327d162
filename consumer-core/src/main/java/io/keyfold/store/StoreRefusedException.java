package io.keyfold.store;

/**
 * A local copy that must be neither used nor thrown away, or that cannot be made. To try again is of no use: the table stops with its
 * message.
 */
final class StoreRefusedException extends RuntimeException {

    /** What a user can do whose derived state no longer fits its topic. */
    static final String DERIVED =
            "what is derived from the table cannot be made right from here: read the topic with a "
                    + "consumer of another name, or reset this one (kafka-streams-application-reset.sh) and remove its state "
                    + "directory";

    private static final long serialVersionUID = 1L;

    StoreRefusedException(String message) {
        super(message);
    }
}
