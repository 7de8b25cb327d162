package io.keyfold.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that only this process appends lines to. For one thread at a time. */
final class LineFile {

    private static final Logger LOG = LoggerFactory.getLogger(LineFile.class);

    private final Path path;
    private final FileChannel channel;
    /** What is on the disk for sure. */
    private long length;

    private LineFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Makes it.
     *
     * @throws java.nio.file.FileAlreadyExistsException if it is there already
     */
    static LineFile make(Path directory, String name) throws IOException {
        Path path = directory.resolve(name);
        LineFile made =
                new LineFile(path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        try {
            forceDirectory(directory);
            return made;
        } catch (IOException e) {
            made.abandon();
            throw e;
        }
    }

    /** Else a loss of power could leave the bytes without a name. Not every system lets a directory be opened. */
    private static void forceDirectory(Path directory) throws IOException {
        FileChannel opened;
        try {
            opened = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            LOG.debug("{} cannot be opened to be forced", directory, e);
            return;
        }
        try (FileChannel entries = opened) {
            entries.force(true);
        }
    }

    long length() {
        return length;
    }

    /** Whether it lies where it was made and has what was written: else somebody has moved, cut or removed it. */
    boolean isWhole() {
        try {
            return Files.size(path) == length;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns when all lines are on the disk. After a failure it must be abandoned. */
    void append(List<byte[]> lines) throws IOException {
        long end = length;
        for (byte[] line : lines) {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                end += channel.write(bytes, end);
            }
        }
        channel.force(true);
        length = end;
        if (!isWhole()) {
            throw new IOException(path + " was moved, cut or removed while it was written to");
        }
    }

    /** Takes back what is not on the disk for sure, as far as it can. A file without any line goes. */
    void abandon() {
        try (FileChannel closed = channel) {
            if (length == 0) {
                Files.deleteIfExists(path);
            } else {
                closed.truncate(length);
            }
        } catch (IOException e) {
            LOG.debug("{} could not be cut back to {} bytes", path, length, e);
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("{} could not be closed; what it has is on the disk", path, e);
        }
    }
}
