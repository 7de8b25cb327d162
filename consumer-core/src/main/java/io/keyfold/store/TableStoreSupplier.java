package io.keyfold.store;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/** Makes the store of a partition. Kafka Streams asks more often than it opens one. */
final class TableStoreSupplier implements KeyValueBytesStoreSupplier {

    private final TableRun run;

    TableStoreSupplier(TableRun run) {
        this.run = run;
    }

    @Override
    public String name() {
        return TableTopology.storeName(run.contract());
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return new TablePartitionStore(name(), run);
    }

    @Override
    public String metricsScope() {
        return "keyfold";
    }
}
