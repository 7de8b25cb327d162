package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a service for its tables over HTTP. Any instance of the service answers for all of them.
 *
 * <p>Safe for many threads; it holds no state but the connections, which end by themselves. Each question is asked once and takes
 * no longer than the {@linkplain KeyfoldClientBuilder#timeout timeout}. Whoever is interrupted while he asks gets a
 * {@link KeyfoldClientException} and keeps the flag.
 */
public final class KeyfoldClient {

    static final String TABLES = "/v1/tables";

    private final Service service;

    KeyfoldClient(Service service) {
        this.service = service;
    }

    /**
     * A table of the service.
     *
     * @param name by which it is asked for
     * @param topic what it is read from
     * @param isReady whether the instance that answered has caught up with its partitions
     * @param isLive whether it has not stopped for good there
     */
    public record TableEntry(String name, String topic, boolean isReady, boolean isLive) {

        /** Refuses a table without a name. */
        public TableEntry {
            requireNonNull(name, "name");
            requireNonNull(topic, "topic");
        }
    }

    /**
     * {@return a client to be set up}
     *
     * @param service where the service is, such as {@code http://127.0.0.1:8080}; with the path before {@code /v1}, if it has one
     * @throws IllegalArgumentException if that is no such address
     */
    public static KeyfoldClientBuilder builder(URI service) {
        return new KeyfoldClientBuilder(service);
    }

    /**
     * {@return the tables of the service, as the instance that answers has them}
     *
     * @throws KeyfoldClientException if there is no answer
     */
    public List<TableEntry> tables() {
        return service.read(service.list(TABLES), reply -> {
            List<TableEntry> tables = new ArrayList<>();
            for (JsonSlice table : reply.require("tables").items()) {
                tables.add(new TableEntry(
                        table.require("name").text(),
                        table.require("topic").text(),
                        table.require("ready").isTrue(),
                        table.require("live").isTrue()));
            }
            return tables;
        });
    }

    /**
     * {@return a table, its values as JSON; nothing is asked yet}
     *
     * @param contract what the table's topic holds, as the service knows it; its topic does not matter
     */
    public ClientTable<RowJson> table(TableContract contract) {
        return ClientTable.of(service, requireNonNull(contract, "contract"));
    }

    /** {@return whom it asks} */
    @Override
    public String toString() {
        return "KeyfoldClient[" + service + "]";
    }
}
