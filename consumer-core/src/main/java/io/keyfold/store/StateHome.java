package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.error.StartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer's directory, held for one process at a time.
 *
 * <pre>
 * stateDir/consumer/lock          held while the consumer runs, signed by its process
 *                  /instance-id   its name among the instances, where none is set
 *                  /clusterId/    the tables, a Kafka cluster each: another cluster's offsets mean nothing here
 * </pre>
 */
final class StateHome implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateHome.class);

    /**
     * Held by this process. Asked before the lock file is touched: a process that closes any descriptor of a file gives up
     * all its locks of it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Path held;
    private final FileChannel channel;

    private StateHome(Path directory, Path held, FileChannel channel) {
        this.directory = directory;
        this.held = held;
        this.channel = channel;
    }

    static StateHome open(String consumer, Path stateDir) {
        Path directory = stateDir.resolve(consumer).toAbsolutePath().normalize();
        Path held;
        try {
            held = Files.createDirectories(directory).toRealPath();
        } catch (IOException e) {
            throw notWritable(consumer, directory, e);
        }
        if (!HELD.add(held)) {
            throw inUse(consumer, directory, "");
        }
        try {
            StateHome home = new StateHome(directory, held, channel(consumer, directory));
            warnIfTemporary(directory);
            return home;
        } catch (RuntimeException e) {
            HELD.remove(held);
            throw e;
        }
    }

    private static FileChannel channel(String consumer, Path directory) {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw notWritable(consumer, directory, e);
        }
        if (!lock(channel)) {
            closeQuietly(channel);
            throw inUse(consumer, directory, holder(directory));
        }
        sign(channel);
        return channel;
    }

    private static StartException inUse(String consumer, Path directory, String holder) {
        return new StartException(
                consumer,
                "state directory " + directory + " is in use by another instance; give each instance a stateDir of "
                        + "its own" + holder);
    }

    private static void warnIfTemporary(Path directory) {
        if (directory.startsWith(
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath())) {
            LOG.warn(
                    "State directory {} is temporary: what cleans it up makes every start a first one; choose another "
                            + "with stateDir",
                    directory);
        }
    }

    /** Which other process holds the directory, as it signed; nothing where that cannot be read. */
    private static String holder(Path directory) {
        try {
            String signature = Files.readString(directory.resolve("lock")).strip();
            return signature.isEmpty() ? "" : " (it is held by " + signature + ")";
        } catch (IOException e) {
            LOG.debug("The lock of {} cannot be read", directory, e);
            return "";
        }
    }

    private static void sign(FileChannel channel) {
        String signature = "process " + ProcessHandle.current().pid() + " since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(signature.getBytes(UTF_8)), 0);
        } catch (IOException e) {
            LOG.debug("The lock of a state directory cannot be signed", e);
        }
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
            Path made = Files.createDirectories(cluster);
            if (!Files.isWritable(made)) {
                throw new AccessDeniedException(made.toString());
            }
            return made;
        } catch (IOException e) {
            throw notWritable(consumer, cluster, e);
        }
    }

    /** Gives up the lock. */
    @Override
    public void close() {
        if (channel.isOpen()) {
            closeQuietly(channel);
            HELD.remove(held);
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("Cannot give up the lock of a state directory", e);
        }
    }
}
