package io.keyfold.micronaut;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Probes a service as Kubernetes does, four times a second: liveness, of which one failure would kill it, then readiness, then what
 * clients ask for. From its start to {@link #stop()}. Any thread may ask for what it has seen.
 */
final class Kubelet implements AutoCloseable {

    private static final long PERIOD_MS = 250;
    private static final String TABLE = "/details/keyfold-ready/details/dwd_order_item";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Probe> seen = new ArrayList<>();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> probing;

    private Kubelet(TableServer server, IntFunction<String> row) {
        this.probing = scheduler.scheduleAtFixedRate(() -> probe(server, row), 0, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** Of a service with a table of order items; each round asks for all rows and for one. */
    static Kubelet begin(TableServer server, IntFunction<String> row) {
        return new Kubelet(server, row);
    }

    private void probe(TableServer server, IntFunction<String> row) {
        int round = probes().size();
        Probe probe = new Probe(
                server.get("/health/liveness").statusCode(),
                server.get("/health/readiness"),
                server.get("/v1/tables/dwd_order_item/rows?page_size=10000"),
                server.get("/v1/tables/dwd_order_item/rows/" + row.apply(round)));
        synchronized (seen) {
            seen.add(probe);
        }
    }

    /** {@return those so far} */
    List<Probe> probes() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    /** Waits for so many more. */
    void awaitMore(int probes) {
        int wanted = probes().size() + probes;
        TableServer.await(probes + " more probes", () -> isGoingOn() && probes().size() >= wanted);
    }

    /** Fails if a probe was not answered. */
    boolean isGoingOn() {
        if (probing.isDone()) {
            throw new AssertionError("the probes have ended: " + probing);
        }
        return true;
    }

    /** {@return all of them} */
    List<Probe> stop() {
        boolean wentOn = isGoingOn();
        close();
        return wentOn ? probes() : List.of();
    }

    @Override
    public void close() {
        scheduler.shutdown();
        TableServer.await("the last probe", scheduler::isTerminated);
    }

    /**
     * One round, in this order.
     *
     * @param liveness its status
     * @param readiness its reply
     * @param rows the reply to a question for all rows
     * @param row the reply to a question for one that is in the topic
     */
    record Probe(int liveness, HttpResponse<String> readiness, HttpResponse<String> rows, HttpResponse<String> row) {

        /** Why the table is not ready. */
        String reason() {
            return json(readiness).at(TABLE).path("reason").asText();
        }

        /** What readiness says of each partition. */
        Map<Integer, JsonNode> partitions() {
            Map<Integer, JsonNode> all = new TreeMap<>();
            json(readiness)
                    .at(TABLE)
                    .path("partitions")
                    .forEach(partition -> all.put(partition.path("partition").intValue(), partition));
            return all;
        }

        /** Of those that are being restored. */
        Map<Integer, JsonNode> restores() {
            Map<Integer, JsonNode> all = partitions();
            all.values().removeIf(partition -> !partition.has("restore"));
            all.replaceAll((number, partition) -> partition.path("restore"));
            return all;
        }

        /** Whether the rows are said to be all. */
        boolean isComplete() {
            return json(rows).path("complete").booleanValue();
        }

        int rowCount() {
            return json(rows).path("rows").size();
        }

        private static JsonNode json(HttpResponse<String> reply) {
            try {
                return JSON.readTree(reply.body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
