package io.keyfold.store;

import io.keyfold.codec.DeadLetterLine;
import io.keyfold.config.DeadLetters;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.row.RecordPosition;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Dead letters that go to files, for a service that may not write to Kafka. One that was read live is on the disk when
 * the fold goes on, those of a restore before the store's offset moves. Shared by all threads of a table.
 *
 * <p>What a thread had written and not committed before it died is read again by the next, and not written again: a record
 * that has to wait would else fill the disk with those before it.
 */
final class DeadLetterFiles implements DeadLetterWriter {

    /** So many bytes of a batch wait in memory at the most, and are synced with one go. */
    private static final long MOST_WAITING_BYTES = 8L << 20;

    private final Path directory;
    private final RollingFiles files;
    /** The last offset of which a letter was written live, by partition. */
    private final Map<Integer, Long> written = new ConcurrentHashMap<>();

    private DeadLetterFiles(Path directory, RollingFiles files) {
        this.directory = directory;
        this.files = files;
    }

    static DeadLetterFiles of(String table, DeadLetters.Files settings) {
        return new DeadLetterFiles(settings.directory(), new RollingFiles(table, settings, Clock.systemUTC()));
    }

    /** Finds at the start what would hold the table at its first bad record. */
    static void requireWritable(TableSettings table) {
        table.deadLetters().files().map(DeadLetters.Files::directory).ifPresent(directory -> {
            try {
                RollingFiles.makeDirectory(directory);
                if (!Files.isWritable(directory)) {
                    throw new AccessDeniedException(directory.toString());
                }
            } catch (IOException e) {
                throw new StartException(
                        table.contract().name(),
                        "dead-letter directory " + directory + " is not writable ("
                                + e.getClass().getSimpleName()
                                + "); choose another with deadLetterFiles, or make it writable",
                        e);
            }
        });
    }

    @Override
    public List<ProducerRecord<byte[], byte[]>> live(DeadLetterSource source, BadRecordException bad) {
        if (source.offset() > written.getOrDefault(source.partition(), -1L)) {
            write(List.of(line(source, bad, false)));
            written.put(source.partition(), source.offset());
        }
        return List.of();
    }

    private void write(List<byte[]> lines) {
        try {
            files.write(lines);
        } catch (IOException e) {
            throw new DeadLetterException(directory, e);
        }
    }

    private static byte[] line(DeadLetterSource source, BadRecordException bad, boolean mayRepeat) {
        return new DeadLetterLine(
                        bad.task().contract().name(),
                        new RecordPosition(source.topic(), source.partition(), source.offset()),
                        EventTime.of(source.timestamp()),
                        bad.part().text(),
                        bad.why(),
                        mayRepeat,
                        source.key(),
                        source.value(),
                        StreamSupport.stream(source.headers().spliterator(), false)
                                .map(header -> new DeadLetterLine.Header(header.key(), header.value()))
                                .toList())
                .encode();
    }

    @Override
    public Batch begin() {
        return new Batch() {

            private final List<byte[]> waiting = new ArrayList<>();
            private long waitingBytes;
            private boolean hasLetters;

            @Override
            public void add(DeadLetterSource source, BadRecordException bad, boolean isFirst) {
                byte[] line = line(source, bad, !isFirst);
                hasLetters = true;
                waiting.add(line);
                waitingBytes += line.length;
                if (waitingBytes >= MOST_WAITING_BYTES) {
                    await();
                }
            }

            @Override
            public boolean await() {
                if (!waiting.isEmpty()) {
                    write(waiting);
                    waiting.clear();
                    waitingBytes = 0;
                }
                return hasLetters;
            }
        };
    }

    @Override
    public void close() {
        files.close();
    }
}
