package io.keyfold.store;

import static java.time.ZoneOffset.UTC;

import io.keyfold.config.DeadLetters;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files that lines are appended to, one after the other: {@code <name>-<yyyyMMdd'T'HHmmss'Z'>-<n>.jsonl}.
 *
 * <p>A file is made with the first line, and again once it has as many bytes as it may, or is not where it was made. No
 * file is ever opened that is there already: so no two processes write to the same, and what a crash has torn is the
 * last line of its file. Nothing is deleted but a file that was made in vain. The limit of all files counts whatever
 * lies in the directory under the name, by whomever; it is looked at with each write. Any thread.
 */
final class RollingFiles {

    private static final String ENDING = ".jsonl";
    private static final DateTimeFormatter MADE_AT =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(UTC);

    private final String name;
    private final DeadLetters.Files settings;
    private final Clock clock;
    private final Pattern ours;
    private @Nullable LineFile current;
    private long made;

    /**
     * Nothing is made or opened yet.
     *
     * @param name what the files' names begin with
     * @param clock tells when a file is made
     */
    RollingFiles(String name, DeadLetters.Files settings, Clock clock) {
        this.name = name;
        this.settings = settings;
        this.clock = clock;
        this.ours = Pattern.compile(Pattern.quote(name) + "-\\d{8}T\\d{6}Z-\\d+" + Pattern.quote(ENDING));
    }

    /**
     * Returns when all are on the disk, in one file.
     *
     * @param lines each with its end
     * @throws IOException if they are not, or not all of them; they must be written again
     */
    synchronized void write(List<byte[]> lines) throws IOException {
        makeDirectory(settings.directory());
        requireRoom(lines.stream().mapToLong(line -> line.length).sum());
        LineFile file = writable();
        try {
            file.append(lines);
        } catch (IOException e) {
            current = null; // what a failed write or sync has left is not to be built on
            file.abandon();
            throw e;
        }
    }

    /** Java 17 takes a link to a directory for a file that is in the way. */
    static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
    }

    private void requireRoom(long bytes) throws IOException {
        long there = totalBytes();
        if (there + bytes > settings.totalBytes()) {
            throw new IOException("the files of " + name + " there have " + there + " bytes and would have "
                    + (there + bytes) + " (allowed: totalBytes, " + settings.totalBytes()
                    + "); move or delete some, or raise totalBytes");
        }
    }

    private long totalBytes() throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                settings.directory(),
                file -> ours.matcher(file.getFileName().toString()).matches())) {
            for (Path file : files) {
                bytes += size(file);
            }
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0; // moved since it was listed
        }
    }

    private LineFile writable() throws IOException {
        LineFile open = current;
        if (open != null && open.isWhole() && open.length() < settings.fileBytes()) {
            return open;
        }
        close();
        LineFile next = make();
        current = next;
        return next;
    }

    private LineFile make() throws IOException {
        String stem = name + "-" + MADE_AT.format(Instant.now(clock)) + "-";
        made++;
        while (true) {
            try {
                return LineFile.make(settings.directory(), stem + made + ENDING);
            } catch (FileAlreadyExistsException e) {
                made++; // another process was there in the same second
            }
        }
    }

    synchronized void close() {
        LineFile open = current;
        current = null;
        if (open != null) {
            open.close();
        }
    }
}
