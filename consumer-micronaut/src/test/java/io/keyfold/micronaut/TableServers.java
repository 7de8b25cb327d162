package io.keyfold.micronaut;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Instances of one service in this JVM that share a table and answer for each other over real HTTP. Each has a port, a state
 * directory and an id of its own, also when it is started again.
 */
final class TableServers implements AutoCloseable {

    static final String TABLE = "/v1/tables/dwd_order_item";
    static final String ROWS = TABLE + "/rows";
    static final String SECRET = "a secret of at least 32 characters";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String bootstrapServers;
    private final String consumer;
    private final TableContract contract;
    private final Path directory;
    private final Map<String, Object> common = new HashMap<>();
    private final List<Integer> ports;
    private final @Nullable TableServer[] servers;

    TableServers(KeyfoldKafkaExtension kafka, TableContract contract, Path directory, int count) {
        this.bootstrapServers = kafka.bootstrapServers();
        this.consumer = kafka.uniqueName("instances");
        this.contract = contract;
        this.directory = directory;
        this.ports = freePorts(count);
        this.servers = new TableServer[count];
        // So that the first who starts does not keep all that it has caught up with.
        common.put("keyfold.streams-overrides.acceptable.recovery.lag", "100000");
    }

    /** Adds a setting of all. */
    TableServers with(String name, Object value) {
        common.put(name, value);
        return this;
    }

    /** Starts one whose address is where it listens. */
    TableServer start(int number) {
        return start(number, peers("127.0.0.1:" + port(number)));
    }

    /** What an instance on loopback needs, to be found at an address. */
    static Map<String, Object> peers(String address) {
        return Map.of(
                "keyfold.peers.address",
                address,
                "keyfold.peers.allowed",
                "127.0.0.1:*,localhost:*",
                "keyfold.secret",
                SECRET);
    }

    TableServer start(int number, Map<String, Object> more) {
        Map<String, Object> settings = TableServer.settings(
                bootstrapServers,
                consumer,
                directory.resolve("state-" + number),
                contract.name(),
                contract.topic(),
                contract.topic() + ".dlq");
        settings.put("keyfold.instance-id", "instance-" + number);
        settings.put("micronaut.server.host", "127.0.0.1");
        settings.put("micronaut.server.port", port(number));
        settings.putAll(common);
        settings.putAll(more);
        TableServer server = TableServer.start(settings);
        servers[number] = server;
        return server;
    }

    int port(int number) {
        return ports.get(number);
    }

    TableServer server(int number) {
        return Objects.requireNonNull(servers[number], "not started");
    }

    /** Those that run. */
    List<TableServer> running() {
        return Arrays.stream(servers).filter(Objects::nonNull).toList();
    }

    /** Until each has some of the partitions and is ready with them, and all together have them all. */
    TableServers awaitShared() {
        TableServer.await("all partitions to be shared", () -> {
            List<Set<Integer>> shares =
                    running().stream().map(TableServers::here).toList();
            int sum = shares.stream().mapToInt(Set::size).sum();
            return shares.stream().noneMatch(Set::isEmpty)
                    && sum == partitions()
                    && running().stream()
                            .allMatch(server -> server.get("/health/readiness").statusCode() == 200)
                    && shares.equals(running().stream().map(TableServers::here).toList());
        });
        return this;
    }

    /** Until each also gives the whole table, whoever has what of it. */
    TableServers awaitWhole() {
        awaitShared();
        TableServer.await(
                "whole lists of all instances",
                () -> running().stream().map(server -> server.get(ROWS)).allMatch(TableServers::isComplete));
        return this;
    }

    private static boolean isComplete(HttpResponse<String> list) {
        return list.statusCode() == 200 && json(list).path("complete").booleanValue();
    }

    private int partitions() {
        return json(server(0).get(TABLE + "/key?order_id=&item_id="))
                .path("partition_count")
                .intValue();
    }

    /** The partitions that an instance reads. */
    static Set<Integer> here(TableServer server) {
        Set<Integer> here = new TreeSet<>();
        server.consumer()
                .table("dwd_order_item")
                .status()
                .partitions()
                .forEach(partition -> here.add(partition.partition()));
        return here;
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + response.body(), e);
        }
    }

    /** Ends one, which stays a member of the group: its partitions are nowhere until its session is over. */
    void kill(int number) {
        server(number).close();
        servers[number] = null;
    }

    /** Ends one that gives its partitions to the others. */
    void leave(int number) {
        server(number).consumer().leave();
        kill(number);
    }

    static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ports;
    }

    @Override
    public void close() {
        running().forEach(TableServer::close);
    }
}
