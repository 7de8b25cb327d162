package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of one Kafka Streams application. They travel in its configuration to the classes that it makes by name.
 *
 * @param all the tables
 */
record TableRuns(List<TableRun> all) {

    /** The configuration key under which they travel. */
    static final String CONFIG = "keyfold.tables";

    TableRuns {
        all = List.copyOf(all);
    }

    static TableRuns from(Map<String, ?> configs) {
        return (TableRuns) requireNonNull(configs.get(CONFIG), CONFIG);
    }

    /** The table whose fold is at that node. */
    Optional<TableRun> atNode(String node) {
        return all.stream()
                .filter(run -> TableTopology.sourceNode(run.contract()).equals(node))
                .findFirst();
    }

    Optional<TableRun> ofStore(String store) {
        return all.stream()
                .filter(run -> TableTopology.storeName(run.contract()).equals(store))
                .findFirst();
    }

    TableRun of(TableTask task) {
        return all.stream().filter(run -> run.task().equals(task)).findFirst().orElseThrow();
    }
}
