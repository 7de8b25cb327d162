package io.keyfold.store.rocks;

/**
 * A table's files cannot be read or written as things are: the disk is full, the directory not writable or in use. The
 * rows in them are sound. The message names the directory.
 */
public final class StoreIoException extends RuntimeException {

    StoreIoException(String message, Throwable cause) {
        super(message, cause);
    }
}
