package io.keyfold.benchmarks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A topic's records in a file, in the order in which a consumer got them: they would not fit into the heap. Each is
 * partition, key length, key, value length (-1 for a tombstone), value. For one thread.
 */
final class TopicCopy implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int NO_VALUE = -1;
    private static final int END = -1;

    private final DataInputStream in;
    private int nextPartition;

    private TopicCopy(DataInputStream in) throws IOException {
        this.in = in;
        this.nextPartition = partition();
    }

    /** A record. */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Entry(byte[] key, byte @Nullable [] value) {}

    /** {@return how many partitions the topic has, of those that hold something} */
    static int make(Assignment assignment, Path file) throws IOException {
        Set<Integer> partitions = new HashSet<>();
        Files.createDirectories(assignment.stateDir());
        try (BareConsumer consumer = BareConsumer.ofWhole(assignment);
                DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
                Progress progress = Progress.of("rocksdb copying", assignment.records())) {
            while (!consumer.isAtEnd()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    partitions.add(record.partition());
                    out.writeInt(record.partition());
                    out.writeInt(record.key().length);
                    out.write(record.key());
                    out.writeInt(record.value() == null ? NO_VALUE : record.value().length);
                    if (record.value() != null) {
                        out.write(record.value());
                    }
                    progress.add(1);
                }
            }
        }
        return partitions.stream().mapToInt(partition -> partition + 1).max().orElse(0);
    }

    static TopicCopy open(Path file) throws IOException {
        return new TopicCopy(new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)));
    }

    /** Reads the next records of one partition; gives the partition, -1 at the end. */
    int read(int most, List<Entry> into) throws IOException {
        into.clear();
        int partition = nextPartition;
        while (partition != END && nextPartition == partition && into.size() < most) {
            byte[] key = in.readNBytes(in.readInt());
            int length = in.readInt();
            into.add(new Entry(key, length == NO_VALUE ? null : in.readNBytes(length)));
            nextPartition = partition();
        }
        return partition;
    }

    private int partition() throws IOException {
        try {
            return in.readInt();
        } catch (EOFException e) {
            return END;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
