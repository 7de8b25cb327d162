package io.keyfold.store.rocks;

/** A table's files are damaged. Only {@link RocksTable#destroy} and a restore help. The message names what is. */
public final class CorruptStoreException extends RuntimeException {

    /**
     * For what was read and cannot be so.
     *
     * @param message what contradicts what
     */
    public CorruptStoreException(String message) {
        super(message);
    }

    CorruptStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
