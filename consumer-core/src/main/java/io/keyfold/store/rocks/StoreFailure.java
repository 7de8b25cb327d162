package io.keyfold.store.rocks;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells a damaged store from one that cannot be read or written as things are. */
final class StoreFailure {

    private StoreFailure() {}

    static RuntimeException of(String verb, Path directory, RocksDBException cause) {
        String what = "Cannot " + verb + " " + directory + ": ";
        String reason = String.valueOf(cause.getMessage()).strip().replaceAll("\\s+", " ");
        @Nullable Status status = cause.getStatus();
        if (status != null && status.getCode() == Status.Code.Corruption) {
            return new CorruptStoreException(what + "it is corrupt (" + reason + ")", cause);
        }
        return new StoreIoException(what + reason, cause);
    }
}
