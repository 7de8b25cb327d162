package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.TableCounters;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the classes that Kafka Streams makes by name need to fold one table. It travels in their configuration.
 *
 * @param settings the table
 * @param keys its keys
 * @param values its values
 * @param rows its stored rows
 * @param counters what is counted
 * @param progress how far it is
 * @param changes where changes go, on the thread that reads
 */
record TableTask(
        TableSettings settings,
        KeyCodec keys,
        ValueCodec values,
        StoredRowCodec rows,
        TableCounters counters,
        TableProgress progress,
        Consumer<RowChange<RowJson>> changes) {

    /** The configuration key under which it travels. */
    static final String CONFIG = "keyfold.table.task";

    static TableTask of(TableSettings settings, Consumer<RowChange<RowJson>> changes) {
        TableContract contract = settings.contract();
        return new TableTask(
                settings,
                KeyCodec.of(contract),
                ValueCodec.of(contract),
                new StoredRowCodec(contract.topic()),
                new TableCounters(),
                new TableProgress(contract.topic()),
                changes);
    }

    static TableTask from(Map<String, ?> configs) {
        return (TableTask) requireNonNull(configs.get(CONFIG), CONFIG);
    }

    TableContract contract() {
        return settings.contract();
    }
}
