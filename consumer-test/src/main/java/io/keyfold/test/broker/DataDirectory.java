package io.keyfold.test.broker;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one broker keeps its data, and the cluster id of that data. Locked until {@link #release()}.
 *
 * <p>Kafka locks its directory too, but the controller of a combined node writes to the metadata log before the broker
 * beside it finds the lock taken; hence a lock of our own, taken first and across processes.
 *
 * <p>Kafka writes the cluster id to {@code meta.properties} when it formats the directory; it is read back from there,
 * and a new one is drawn for a directory without it.
 */
final class DataDirectory {

    private enum Keeping {
        KEPT,
        TEMPORARY
    }

    private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);
    private static final String META_PROPERTIES = "meta.properties";
    private static final String LOCK = "embedded-kafka.lock";

    private final Path path;
    private final String clusterId;
    private final Keeping keeping;
    private final FileChannel lock;

    private DataDirectory(Path path, Keeping keeping) throws IOException {
        this.path = path;
        this.keeping = keeping;
        this.lock = lock(path);
        try {
            this.clusterId = readClusterId(path);
        } catch (IOException failure) {
            lock.close();
            throw failure;
        }
    }

    static DataDirectory temporary() {
        try {
            return new DataDirectory(Files.createTempDirectory("keyfold-kafka-"), Keeping.TEMPORARY);
        } catch (IOException failure) {
            throw new IllegalStateException("Cannot make a temporary data directory: " + failure, failure);
        }
    }

    /** {@return the directory, made if it is absent} */
    static DataDirectory kept(Path path) {
        try {
            return new DataDirectory(Files.createDirectories(path), Keeping.KEPT);
        } catch (IOException failure) {
            throw new IllegalStateException("Cannot use data directory " + path + ": " + reason(failure), failure);
        }
    }

    Path path() {
        return path;
    }

    String clusterId() {
        return clusterId;
    }

    boolean isFormatted() {
        return Files.exists(path.resolve(META_PROPERTIES));
    }

    /** Unlocks it, and deletes it if it is temporary; what cannot be deleted is left to the system, with a warning. */
    void release() {
        try {
            lock.close();
            if (keeping == Keeping.TEMPORARY) {
                for (Path file : deepestFirst()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | UncheckedIOException failure) {
            log.warn("Cannot release the broker data {}: {}", path, failure.toString());
        }
    }

    /** {@return our own sentence, or the name of the system's exception, whose message may be only a path} */
    private static String reason(IOException failure) {
        return failure.getClass() == IOException.class ? String.valueOf(failure.getMessage()) : failure.toString();
    }

    private List<Path> deepestFirst() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException heldByThisJvm) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another broker uses it; stop that one or choose another directory");
        }
        return channel;
    }

    private static String readClusterId(Path path) throws IOException {
        Path file = path.resolve(META_PROPERTIES);
        if (Files.notExists(file)) {
            return Uuid.randomUuid().toString();
        }
        Properties meta = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            meta.load(reader);
        }
        String clusterId = meta.getProperty("cluster.id");
        if (clusterId == null) {
            throw new IOException(file + " has no cluster.id; it is no data directory of a Kafka broker");
        }
        return clusterId;
    }
}
