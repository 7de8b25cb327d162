package io.keyfold.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another process that tries to lock a file. */
final class LockTry {

    static final int REFUSED = 3;

    private LockTry() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            System.exit(channel.tryLock() == null ? REFUSED : 0);
        }
    }
}
