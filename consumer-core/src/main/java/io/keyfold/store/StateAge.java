package io.keyfold.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When an application was last alive on this disk, written into a file beside its directory. Kafka Streams tells how old its stores
 * are by the times of their directories, which a backup that is brought back may have made anew.
 */
final class StateAge {

    private static final Logger LOG = LoggerFactory.getLogger(StateAge.class);

    private final Path directory;
    private final Path file;

    StateAge(Path stateDir, String applicationId) {
        this.directory = stateDir.resolve(applicationId);
        this.file = stateDir.resolve(applicationId + ".alive");
    }

    /** It begins now, on directories that are as old as they are. */
    void begins(Instant now) {
        write(now);
    }

    /** It is alive now. One that was suspended for longer than that says no more: it does not know what it has missed. */
    void alive(Instant now, Duration most) {
        if (last().filter(last -> last.plus(most).isAfter(now)).isPresent()) {
            write(now);
        }
    }

    private void write(Instant now) {
        try {
            Files.createDirectories(file.getParent());
            Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), now.toString());
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("{} could not be written: the next start may restore more than it needs to", file, e);
        }
    }

    /** Before Kafka Streams looks: no directory of a task is younger than the last sign of life. */
    void age() {
        last().ifPresent(last -> {
            for (Path task : tasks()) {
                age(task, last);
            }
        });
    }

    private static void age(Path task, Instant last) {
        try {
            if (Files.getLastModifiedTime(task).toInstant().isAfter(last)) {
                Files.setLastModifiedTime(task, FileTime.from(last));
            }
        } catch (IOException e) {
            LOG.warn("The age of {} could not be set to {}", task, last, e);
        }
    }

    /** One that cannot be read tells nothing: then all is as old as can be. */
    private Optional<Instant> last() {
        try {
            return Optional.of(Instant.parse(Files.readString(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read: what lies beside it counts as old, and is restored", file, e);
            return Optional.of(Instant.EPOCH);
        }
    }

    private List<Path> tasks() {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isDirectory).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("{} cannot be listed", directory, e);
            return List.of();
        }
    }
}
