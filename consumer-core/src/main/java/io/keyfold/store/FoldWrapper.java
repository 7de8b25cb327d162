package io.keyfold.store;

import java.util.Map;
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
 * Puts the fold around the KTable's source processor. Public because Kafka Streams makes it by name; not to be called.
 */
public final class FoldWrapper implements ProcessorWrapper {

    private @Nullable TableTask task;

    /** Made by Kafka Streams. */
    public FoldWrapper() {}

    @Override
    public void configure(Map<String, ?> configs) {
        task = TableTask.from(configs);
    }

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
        TableTask table = task;
        if (table == null || !name.equals(TableTopology.sourceNode(table.contract()))) {
            return ProcessorWrapper.asWrapped(supplier);
        }
        return new FoldSupplier<>(supplier, table);
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
        return ProcessorWrapper.asWrappedFixedKey(supplier);
    }

    private record FoldSupplier<KIn, VIn, KOut, VOut>(ProcessorSupplier<KIn, VIn, KOut, VOut> delegate, TableTask task)
            implements WrappedProcessorSupplier<KIn, VIn, KOut, VOut> {

        /** The source node reads bytes: its serdes are the identity, see {@link TableTopology}. */
        @Override
        @SuppressWarnings("unchecked")
        public Processor<KIn, VIn, KOut, VOut> get() {
            Processor<byte[], byte[], KOut, VOut> source = (Processor<byte[], byte[], KOut, VOut>) delegate.get();
            return (Processor<KIn, VIn, KOut, VOut>) new FoldProcessor<>(source, task);
        }

        @Override
        public @Nullable Set<StoreBuilder<?>> stores() {
            return delegate.stores();
        }
    }
}
