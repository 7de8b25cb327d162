package io.keyfold.store;

/** Ends a reader whose local copy no longer fits its topic. The application begins again and makes the copy anew. */
final class RebuildNeededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RebuildNeededException(String message) {
        super(message);
    }

    RebuildNeededException(String message, Throwable cause) {
        super(message, cause);
    }
}
