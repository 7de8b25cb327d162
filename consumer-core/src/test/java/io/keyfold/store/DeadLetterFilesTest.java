package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.BadRecord;
import io.keyfold.config.DeadLetters;
import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContracts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterFilesTest {

    private static final TableTask TASK =
            TableTask.of(TableSettings.of(TableContracts.named("dwd_order_item")), TableEvents.ofChanges(change -> {}));
    private final BadRecordException bad = new BadRecordException(
            TASK,
            BadRecordException.Part.VALUE,
            new BadRecord(BadRecord.Reason.NOT_JSON, "not valid JSON at byte 2", 2));

    @TempDir
    Path directory;

    private DeadLetterFiles files(long totalBytes) {
        return DeadLetterFiles.of("dwd_order_item", new DeadLetters.Files(directory, 1 << 10, totalBytes));
    }

    private static DeadLetterSource source(int partition, long offset, String value) {
        return new DeadLetterSource(
                "orders", partition, offset, 1705286400000L, new byte[0], value.getBytes(UTF_8), new RecordHeaders());
    }

    private static DeadLetterSource source(int partition, long offset) {
        return source(partition, offset, "{torn");
    }

    private List<String> lines() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted()
                    .flatMap(file -> {
                        try {
                            return Files.readAllLines(file).stream();
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void live_letter_isOnTheDiskAndLeavesKafkaNothingToSend() throws IOException {
        assertThat(files(1 << 20).live(source(3, 7), bad)).isEmpty();

        assertThat(lines())
                .singleElement()
                .asString()
                .contains("\"partition\":3,\"offset\":7,\"timestamp\":1705286400000,", "\"repeat\":false,");
    }

    /** The thread before died of another letter, before its position was committed. */
    @Test
    void live_letterOfARecordReadAgain_isNotWrittenAgain() throws IOException {
        DeadLetterFiles files = files(1 << 20);
        files.live(source(3, 7), bad);
        files.live(source(3, 9), bad);

        files.live(source(3, 7), bad);
        files.live(source(3, 9), bad);
        files.live(source(4, 7), bad);
        files.live(source(3, 10), bad);

        assertThat(lines()).hasSize(4);
    }

    @Test
    void live_letterThatCouldNotBeWritten_isWrittenWhenItIsReadAgain() throws IOException {
        DeadLetterFiles files = files(1 << 10);
        Path full = Files.write(directory.resolve("dwd_order_item-20240115T103005Z-1.jsonl"), new byte[1 << 10]);
        assertThatThrownBy(() -> files.live(source(3, 7), bad))
                .isInstanceOf(DeadLetterException.class)
                .hasMessageStartingWith("a dead letter cannot be written to " + directory
                        + ": the files of dwd_order_item there have 1024 bytes")
                .hasMessageEndingWith("; move or delete some, or raise totalBytes");

        Files.delete(full);
        files.live(source(3, 7), bad);

        assertThat(lines()).hasSize(1);
    }

    @Test
    void batch_whileItIsNotAwaited_isInMemory() throws IOException {
        DeadLetterWriter.Batch batch = files(1 << 20).begin();
        batch.add(source(3, 7), bad, true);
        batch.add(source(3, 8), bad, false);
        assertThat(lines()).isEmpty();

        assertThat(batch.await()).isTrue();

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).contains("\"offset\":7,", "\"repeat\":false");
        assertThat(lines().get(1)).contains("\"offset\":8,", "\"repeat\":true");
    }

    @Test
    void batch_withoutLetters_makesNoFile() throws IOException {
        assertThat(files(1 << 20).begin().await()).isFalse();

        assertThat(lines()).isEmpty();
    }

    /** A topic may hold nothing but bad records: they do not all wait in memory. */
    @Test
    void batch_ofMoreThanMayWait_isWrittenOnItsWay() throws IOException {
        DeadLetterWriter.Batch batch = files(1 << 30).begin();
        String megabyte = "x".repeat(1 << 20);
        for (int i = 0; i < 8; i++) {
            batch.add(source(3, i, megabyte), bad, true);
        }

        assertThat(lines()).hasSizeBetween(5, 7);
        assertThat(batch.await()).isTrue();
        assertThat(lines()).hasSize(8);
    }
}
