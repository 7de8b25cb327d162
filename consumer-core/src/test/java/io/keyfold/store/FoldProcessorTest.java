package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FoldProcessorTest {

    @TempDir
    Path directory;

    /** Kafka Streams makes a standby of a task without closing its copy. */
    @ParameterizedTest
    @EnumSource
    void close_whileABatchWaits_withdrawsItThoughTheCopyStaysOpen(Materialization materialization) {
        try (AuditedCopies copies = new AuditedCopies(directory, materialization)) {
            Audit.Target target = copies.safe();
            FoldProcessor<byte[], byte[], Void, Void> fold = new FoldProcessor<>(
                    record -> {}, target.run(), TableTypes.bytes(target.run().task()));
            fold.init(contextOfPartition(target.partition()));
            CompletableFuture<Integer> handed =
                    target.copy().sweeps().hand(List.of(new byte[] {1}), 5, new Gone.Below(5));

            fold.close();

            assertThat(handed).isCancelled();
            assertThat(target.copy().isClosed()).isFalse();
        }
    }

    /** It has no store, and nothing is punctuated. */
    @SuppressWarnings("unchecked")
    private static ProcessorContext<Void, Void> contextOfPartition(int partition) {
        return (ProcessorContext<Void, Void>) Proxy.newProxyInstance(
                FoldProcessorTest.class.getClassLoader(),
                new Class<?>[] {ProcessorContext.class},
                (proxy, method, arguments) -> method.getName().equals("taskId") ? new TaskId(0, partition) : null);
    }
}
