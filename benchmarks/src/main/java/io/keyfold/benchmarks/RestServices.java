package io.keyfold.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Two instances of a service that share a table. The laboratory ends them. */
final class RestServices {

    private static final int INSTANCES = 2;

    /** A second of what is written: more is a table that lags. */
    private static final long BEHIND = SteadyWriter.RECORDS_A_SECOND;

    private static final Duration LOADED_WITHIN = Duration.ofMinutes(10);
    private static final Duration READ_WITHIN = Duration.ofMinutes(1);
    private static final long BETWEEN_LOOKS_MS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<JavaProcess> processes = new ArrayList<>();
    private final List<HttpText> servers = new ArrayList<>();

    private RestServices() {}

    /** Starts them, and waits until each has half of the partitions and all that was written before. */
    static RestServices start(Lab lab, long records, PrintStream out) {
        RestServices services = new RestServices();
        List<Integer> ports = freePorts();
        for (int number = 0; number < INSTANCES; number++) {
            List<String> settings = new ArrayList<>(RestApi.settings(lab.bootstrapServers(), ports, number));
            settings.add("--keyfold.state-dir=" + lab.directory("state-" + number));
            services.processes.add(lab.startService("service-" + number, settings));
            services.servers.add(new HttpText(URI.create("http://127.0.0.1:" + ports.get(number))));
        }
        try (Progress progress = Progress.of("loading", records, out)) {
            progress.watch(() -> Math.min(records, services.records()));
            services.awaitShared();
        }
        return services;
    }

    private static List<Integer> freePorts() {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < INSTANCES; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot find a free port: " + e.getMessage(), e);
        }
    }

    private void awaitShared() {
        await(
                LOADED_WITHIN,
                () -> servers.stream().allMatch(RestServices::hasItsHalf),
                () -> "the instances have partitions "
                        + servers.stream().map(RestServices::partitions).toList() + " (expected: half each, ready)");
    }

    /** Waits until they have read so many records since they started, so that no load pays for the one before. */
    void awaitRead(LongSupplier records) {
        await(
                READ_WITHIN,
                () -> records() >= records.getAsLong() - BEHIND,
                () -> records() + " records are read (expected: " + records.getAsLong() + ")");
    }

    private void await(Duration patience, BooleanSupplier condition, Supplier<String> otherwise) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                requireRunning();
                if (System.nanoTime() - end >= 0) {
                    throw new IllegalStateException("Cannot measure: after " + patience + " " + otherwise.get());
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
    }

    private static boolean hasItsHalf(HttpText server) {
        return server.find(RestApi.READY).isPresent() && partitions(server).size() == Lab.PARTITIONS / INSTANCES;
    }

    /** {@return the partitions that an instance reads} */
    private static Set<Integer> partitions(HttpText server) {
        Set<Integer> partitions = new TreeSet<>();
        server.find(RestApi.TABLE)
                .ifPresent(table -> json(table)
                        .get("partitions")
                        .forEach(partition ->
                                partitions.add(partition.get("partition").intValue())));
        return partitions;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Wrong answer: no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** {@return how many records all instances have read since they started} */
    long records() {
        return servers.stream()
                .mapToLong(server -> server.find(RestApi.TABLE)
                        .map(table -> json(table).get("counts").get("read").longValue())
                        .orElse(0L))
                .sum();
    }

    /** {@return the instance that is measured} */
    HttpText measured() {
        return servers.get(0);
    }

    /** {@return the instances by the partitions that they have} */
    Map<Integer, HttpText> owners() {
        Map<Integer, HttpText> owners = new HashMap<>();
        servers.forEach(server -> partitions(server).forEach(partition -> owners.put(partition, server)));
        return owners;
    }

    void requireRunning() {
        processes.forEach(JavaProcess::requireRunning);
    }
}
