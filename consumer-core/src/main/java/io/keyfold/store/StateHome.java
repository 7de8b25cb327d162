package io.keyfold.store;

import io.keyfold.error.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer's directory, held for one process at a time.
 *
 * <pre>
 * stateDir/consumer/lock          held while the consumer runs
 *                  /instance-id   its name among the instances, where none is set
 *                  /clusterId/    the tables, a Kafka cluster each: another cluster's offsets mean nothing here
 * </pre>
 */
final class StateHome implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateHome.class);

    private final Path directory;
    private final FileChannel channel;

    private StateHome(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static StateHome open(String consumer, Path stateDir) {
        Path directory = stateDir.resolve(consumer).toAbsolutePath().normalize();
        FileChannel channel;
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw notWritable(consumer, directory, e);
        }
        if (!lock(channel)) {
            closeQuietly(channel);
            throw new StartException(
                    consumer,
                    "state directory " + directory + " is in use by another instance; give each instance a stateDir of "
                            + "its own");
        }
        return new StateHome(directory, channel);
    }

    private static boolean lock(FileChannel channel) {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    private static StartException notWritable(String consumer, Path directory, IOException e) {
        return new StartException(
                consumer,
                "state directory " + directory + " is not writable ("
                        + e.getClass().getSimpleName() + "); choose another with stateDir, or make it writable",
                e);
    }

    /** The name kept here, made at the first start. */
    String instanceId(String consumer) {
        Path file = directory.resolve("instance-id");
        try {
            String kept = Files.exists(file) ? Files.readString(file).strip() : "";
            if (!kept.isEmpty()) {
                return kept;
            }
            String made = UUID.randomUUID().toString();
            Path whole = Files.writeString(directory.resolve("instance-id.new"), made);
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return made;
        } catch (IOException e) {
            throw notWritable(consumer, directory, e);
        }
    }

    Path clusterDir(String consumer, String clusterId) {
        Path cluster = directory.resolve(clusterId);
        try {
            return Files.createDirectories(cluster);
        } catch (IOException e) {
            throw notWritable(consumer, cluster, e);
        }
    }

    /** Gives up the lock. */
    @Override
    public void close() {
        closeQuietly(channel);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("Cannot give up the lock of a state directory", e);
        }
    }
}
