package io.keyfold.store;

import io.keyfold.config.Materialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Puts the fold around each table's source processor. Public because Kafka Streams makes it by name; not to be called.
 */
public final class FoldWrapper implements ProcessorWrapper {

    private TableRuns runs = new TableRuns(List.of());

    /** Made by Kafka Streams. */
    public FoldWrapper() {}

    @Override
    public void configure(Map<String, ?> configs) {
        runs = TableRuns.from(configs);
    }

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
        Optional<TableRun> run = runs.atNode(name);
        return run.isEmpty() ? ProcessorWrapper.asWrapped(supplier) : new FoldSupplier<>(supplier, run.get());
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
        return ProcessorWrapper.asWrappedFixedKey(supplier);
    }

    private record FoldSupplier<KIn, VIn, KOut, VOut>(ProcessorSupplier<KIn, VIn, KOut, VOut> delegate, TableRun run)
            implements WrappedProcessorSupplier<KIn, VIn, KOut, VOut> {

        /** What comes in is bytes, whatever the types say; what goes on has them: see {@link TableTypes}. */
        @Override
        @SuppressWarnings("unchecked")
        public Processor<KIn, VIn, KOut, VOut> get() {
            TableTypes<KIn, VIn> types = (TableTypes<KIn, VIn>)
                    (run.materialization() == Materialization.SOURCE_TOPIC
                            ? TableTypes.bytes(run.task())
                            : TableTypes.typed(run.task()));
            return (Processor<KIn, VIn, KOut, VOut>) new FoldProcessor<>(delegate.get(), run, types);
        }

        @Override
        public @Nullable Set<StoreBuilder<?>> stores() {
            return delegate.stores();
        }
    }
}
