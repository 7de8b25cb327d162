package io.keyfold.micronaut.rest;

import io.keyfold.UpsertConsumer;
import io.keyfold.micronaut.limit.Limits;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables that are served, by name. */
@Singleton
final class ServedTables {

    private final Map<String, ServedTable> tables = new LinkedHashMap<>();

    ServedTables(UpsertConsumer consumer, Limits limits) {
        consumer.tables().forEach(name -> tables.put(name, new ServedTable(consumer.table(name), limits)));
    }

    Collection<ServedTable> all() {
        return Collections.unmodifiableCollection(tables.values());
    }

    /** {@return the table of that name} */
    ServedTable named(String name) {
        ServedTable table = tables.get(name);
        if (table == null) {
            throw ProblemException.of(
                    ProblemType.TABLE_NOT_FOUND,
                    "No table is called so; GET " + TablePaths.TABLES + " lists those that are here");
        }
        return table;
    }
}
