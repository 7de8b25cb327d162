package io.keyfold.store.rocks;

/** A table's files are damaged. Only {@link RocksTable#destroy} and a restore help. The message names the directory. */
public final class CorruptStoreException extends RuntimeException {

    CorruptStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
