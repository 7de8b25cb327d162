package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbysTest {

    private static final byte[] KEY = {1};
    private static final long OFFSET = 4;
    private static final long END = 5;

    @TempDir
    Path directory;

    @Test
    void polled_mirrorWithABatch_sweepsInSilence() {
        try (AuditedCopies copies = new AuditedCopies(directory, Materialization.SOURCE_TOPIC)) {
            Audit.Target target = copies.safe();
            CompletableFuture<Integer> handed = handOver(target);

            poll(target);

            assertThat(handed).isCompletedWithValue(1);
            assertThat(target.copy().find(KEY)).isNull();
        }
    }

    /** What is derived from it has the row; its changelog too. */
    @Test
    void polled_changelogWithABatch_leavesTheRow() {
        try (AuditedCopies copies = new AuditedCopies(directory, Materialization.CHANGELOG)) {
            Audit.Target target = copies.safe();
            CompletableFuture<Integer> handed = handOver(target);

            poll(target);

            assertThat(handed).isNotDone();
            assertThat(target.copy().find(KEY)).isNotNull();
        }
    }

    private static CompletableFuture<Integer> handOver(Audit.Target target) {
        AuditedCopies.row(target, KEY, OFFSET);
        return target.copy().sweeps().hand(List.of(KEY), END, new Gone.Below(END));
    }

    private static void poll(Audit.Target target) {
        TopicPartition partition = new TopicPartition(target.run().changelog().topic(), target.partition());
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none")) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, END);
            new Standbys(new TableRuns(List.of(target.run()))).polled(consumer, ConsumerRecords.empty());
        }
    }
}
