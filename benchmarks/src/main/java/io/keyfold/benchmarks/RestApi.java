package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is measured of the REST API: its paths, parameters and settings stand here alone. */
final class RestApi {

    /** Questions. */
    enum Question {
        /** Of no table: a constant JSON text. */
        HELLO,
        /** One row that the instance has. */
        GET,
        /** One row that the other instance has. */
        FORWARD,
        /** 100 rows by their keys, all of which the instance has. */
        BATCH,
        /** 100 rows in key order, from a random order on. */
        PAGE;

        /** {@return its name in what is printed} */
        String label() {
            return name().toLowerCase(ROOT);
        }
    }

    /** Rows of a batch, and of a page. */
    static final int ROWS = 100;

    static final String TABLE_NAME = "dwd_order_item";
    static final String TABLE = "/v1/tables/" + TABLE_NAME;
    static final String READY = "/health/readiness";

    private static final String ROW = TABLE + "/rows/";
    private static final String PAGE = TABLE + "/rows?page_size=" + ROWS + "&order_id.from=";
    private static final String BATCH = TABLE + "/rows:batchGet";

    private RestApi() {}

    /** {@return the command line of the instance with this number, from 0, of those that listen on these ports} */
    static List<String> settings(String bootstrapServers, List<Integer> ports, int number) {
        List<String> settings = new ArrayList<>(List.of(
                "--micronaut.application.name=benchmarks",
                "--micronaut.server.host=127.0.0.1",
                "--micronaut.server.port=" + ports.get(number),
                "--keyfold.bootstrap-servers=" + bootstrapServers,
                "--keyfold.instance-id=" + number,
                "--keyfold.tables." + TABLE_NAME + ".contract=" + TABLE_NAME,
                // So that the first to start does not keep what it has caught up with.
                "--keyfold.streams-overrides.acceptable.recovery.lag=" + Long.MAX_VALUE));
        String all = IntStream.range(0, ports.size())
                .mapToObj(other -> address(ports, other))
                .collect(Collectors.joining(","));
        settings.add("--keyfold.secret=" + "benchmarks".repeat(4));
        settings.add("--keyfold.peers.address=" + address(ports, number));
        settings.add("--keyfold.peers.allowed=" + all);
        // Each connection asks for a list at once, and the one that compares does.
        settings.add("--keyfold.limits.concurrent-scans=1000");
        return settings;
    }

    private static String address(List<Integer> ports, int number) {
        return "127.0.0.1:" + ports.get(number);
    }

    /** {@return the path before what is drawn} */
    static String path(Question question) {
        return switch (question) {
            case HELLO -> HelloController.PATH;
            case GET, FORWARD -> ROW;
            case BATCH -> BATCH;
            case PAGE -> PAGE;
        };
    }

    /** {@return how a key is written in the question} */
    static String thing(Question question, Traffic traffic, int key) {
        List<Object> values = traffic.rowKey(key).values();
        return switch (question) {
            case HELLO -> "";
            case GET, FORWARD -> values.get(0) + "/" + values.get(1);
            case BATCH -> new String(traffic.keyBytes(key), UTF_8);
            case PAGE -> String.valueOf(values.get(0));
        };
    }
}
