package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.DeadLetters;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollingFilesTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-01-15T10:30:05.999Z"), ZoneOffset.UTC);
    private static final String FIRST = "orders-20240115T103005Z-1.jsonl";
    private static final String SECOND = "orders-20240115T103005Z-2.jsonl";

    private Path directory;

    @BeforeEach
    void chooseDirectory(@TempDir Path parent) {
        directory = parent.resolve("made").resolve("letters");
    }

    private RollingFiles files(long fileBytes, long totalBytes) {
        return new RollingFiles("orders", new DeadLetters.Files(directory, fileBytes, totalBytes), CLOCK);
    }

    private static void write(RollingFiles files, String... lines) throws IOException {
        files.write(Stream.of(lines).map(line -> (line + "\n").getBytes(UTF_8)).toList());
    }

    /** What lies in the directory, by name. */
    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return contents;
    }

    @Test
    void write_first_makesTheDirectoryAndTheFile() throws IOException {
        RollingFiles files = files(100, 100);
        assertThat(directory).doesNotExist();

        write(files, "a", "b");
        write(files, "c");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "a\nb\nc\n"));
    }

    @Test
    void write_behindAFileThatHasItsBytes_beginsAnother() throws IOException {
        RollingFiles files = files(4, 100);

        write(files, "a");
        write(files, "b", "c");
        write(files, "d");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "a\nb\nc\n", SECOND, "d\n"));
    }

    /** Another process, or another start, in the same second. */
    @Test
    void write_ofAnotherSet_neverOpensAFileThatIsThere() throws IOException {
        write(files(100, 100), "a");

        write(files(100, 100), "b");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "a\n", SECOND, "b\n"));
    }

    @Test
    void write_behindALineTornByACrash_isInAnotherFile() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(FIRST), "whole\n{to");

        write(files(100, 100), "a");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "whole\n{to", SECOND, "a\n"));
    }

    @Test
    void write_beyondTheTotal_isRefusedWholeAndSaysWhatToDo() throws IOException {
        RollingFiles files = files(4, 8);
        write(files, "abc");

        assertThatThrownBy(() -> write(files, "d", "efg"))
                .isInstanceOf(IOException.class)
                .hasMessage("the files of orders there have 4 bytes and would have 10 (allowed: totalBytes, 8); move or"
                        + " delete some, or raise totalBytes");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "abc\n"));
    }

    @Test
    void write_onceThereIsRoom_goesOn() throws IOException {
        RollingFiles files = files(4, 4);
        write(files, "abc");
        assertThatThrownBy(() -> write(files, "d")).hasMessageContaining("move or delete some");

        Files.delete(directory.resolve(FIRST));
        write(files, "d");

        assertThat(contents()).isEqualTo(Map.of(SECOND, "d\n"));
    }

    /** Files of earlier starts and of other processes count, those of other tables do not. */
    @Test
    void write_total_countsAllFilesOfTheName() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("orders-20231231T235959Z-12.jsonl"), "1234567");
        Files.writeString(directory.resolve("orders-2-20231231T235959Z-1.jsonl"), "of another");
        Files.writeString(directory.resolve("orders.jsonl"), "of nobody");

        assertThatThrownBy(() -> write(files(8, 8), "a"))
                .hasMessageStartingWith("the files of orders there have 7 bytes and would have 9 ");
        write(files(8, 9), "a");
    }

    @Test
    void write_afterItsFileWasMoved_isInAnother() throws IOException {
        RollingFiles files = files(100, 100);
        write(files, "a");
        Files.move(directory.resolve(FIRST), directory.resolve("kept"));

        write(files, "b");

        assertThat(contents()).isEqualTo(Map.of("kept", "a\n", SECOND, "b\n"));
    }

    /** As a log rotation by copy and truncate does. */
    @Test
    void write_afterItsFileWasCut_isInAnother() throws IOException {
        RollingFiles files = files(100, 100);
        write(files, "a");
        Files.newByteChannel(directory.resolve(FIRST), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                .close();

        write(files, "b");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "", SECOND, "b\n"));
    }

    @Test
    void write_whereAFileIsInTheWay_fails() throws IOException {
        Files.createDirectories(directory.getParent());
        Files.createFile(directory);

        assertThatThrownBy(() -> write(files(100, 100), "a")).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void write_toALinkedDirectory_isTaken(@TempDir Path elsewhere) throws IOException {
        Files.createDirectories(directory.getParent());
        Files.createSymbolicLink(directory, elsewhere);

        write(files(100, 100), "a");

        assertThat(elsewhere.resolve(FIRST)).hasContent("a");
    }

    /** A disk that is full at the first byte: nothing is left that would be one file more with each try. */
    @Test
    void write_thatFails_leavesNoEmptyFile() throws IOException {
        RollingFiles files = files(100, 100);

        Thread.currentThread().interrupt(); // ends a write of a channel, as a fault of the disk does
        assertThatThrownBy(() -> write(files, "a")).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(contents()).isEmpty();

        write(files, "a");
        assertThat(contents()).hasSize(1).containsValue("a\n");
    }

    @Test
    void write_afterOneThatFailed_isInAnotherFileThanTheLinesBefore() throws IOException {
        RollingFiles files = files(100, 100);
        write(files, "a");

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> write(files, "b")).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        write(files, "c");

        assertThat(contents()).hasSize(2).containsEntry(FIRST, "a\n").containsValue("c\n");
    }

    @Test
    void write_bySeveralThreads_tearsNoLine() throws Exception {
        RollingFiles files = files(400, 100_000);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writes = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        for (int i = 0; i < 25; i++) {
                            write(files, thread + " " + i, thread + " " + i);
                        }
                        return true;
                    }))
                    .toList();
            for (Future<?> write : writes) {
                write.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(contents().values().stream().flatMap(String::lines))
                .hasSize(200)
                .containsAll(IntStream.range(0, 100)
                        .mapToObj(i -> i / 25 + " " + i % 25)
                        .toList());
        assertThat(contents()).hasSizeGreaterThan(1);
    }

    @Test
    void close_thenWrite_isInAnotherFile() throws IOException {
        RollingFiles files = files(100, 100);
        write(files, "a");

        files.close();
        write(files, "b");

        assertThat(contents()).isEqualTo(Map.of(FIRST, "a\n", SECOND, "b\n"));
    }
}
