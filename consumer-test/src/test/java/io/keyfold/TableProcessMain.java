package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.StoreUsage;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * One instance as a process of its own, told by {@link TableProcess} on standard input what to do. Says what it has to
 * say in lines that begin with {@code TABLE}:
 *
 * <pre>
 * TABLE found MS          from start() to the first answer that the probe's row is there
 * TABLE ready MS RESTORED from start() to ready, and records restored by partition
 * TABLE status ...        to the command status: partition=position, then used bytes of the store
 * TABLE digest ROWS HASH  to the command digest: of all rows
 * </pre>
 */
final class TableProcessMain {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final UpsertConsumer consumer;
    private final UpsertTable<RowJson> table;

    private TableProcessMain(UpsertConsumer consumer) {
        this.consumer = consumer;
        this.table = consumer.table("dwd_order_item");
    }

    /** Takes bootstrap servers, name, topic, state directory, instance id, store memory in bytes, the probe's number. */
    public static void main(String[] args) throws Exception {
        UpsertConsumer consumer = UpsertConsumer.builder(args[1])
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(args[0])
                .table(TableContracts.named("dwd_order_item").withTopic(args[2]))
                .stateDir(Path.of(args[3]))
                .instanceId(args[4])
                .storeMemoryBytes(Long.parseLong(args[5]))
                // A second instance gets its share at once, not when a copy of it is warm.
                .streamsOverrides(Map.of("acceptable.recovery.lag", Long.toString(Long.MAX_VALUE)))
                .build();
        TableProcessMain process = new TableProcessMain(consumer);
        process.start(BulkOrders.key(Integer.parseInt(args[6])));
        process.obey();
    }

    private void start(RowKey probe) throws InterruptedException {
        long begin = System.nanoTime();
        consumer.start();
        while (!(table.get(probe) instanceof Answer.Found)) {
            if (table.status().failure().isPresent()) {
                throw new IllegalStateException(table.status().failure().get());
            }
            if (isElsewhere(probe)) {
                break;
            }
            LockSupport.parkNanos(1_000_000);
        }
        say("found " + msSince(begin));
        if (!consumer.awaitReady(PATIENCE)) {
            throw new IllegalStateException("not ready after " + PATIENCE);
        }
        say("ready " + msSince(begin) + " " + byPartition(PartitionStatus::restored));
    }

    private boolean isElsewhere(RowKey probe) {
        return table.status().isReady() && table.get(probe) instanceof Answer.Elsewhere;
    }

    private static long msSince(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin).toMillis();
    }

    private String byPartition(ToLongFunction<PartitionStatus> number) {
        return table.status().partitions().stream()
                .map(partition -> partition.partition() + "=" + number.applyAsLong(partition))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private void obey() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case "status" -> say("status " + status());
                case "digest" -> say("digest " + digest());
                case "leave" -> consumer.leave();
                case "close" -> consumer.close();
                default -> throw new IllegalArgumentException("command: " + command);
            }
            if (command.equals("leave") || command.equals("close")) {
                say("ended");
                return;
            }
        }
        Runtime.getRuntime().halt(1); // who started it is gone
    }

    private String status() {
        StoreUsage usage = consumer.storeUsage();
        String positions = byPartition(partition -> partition.state() == PartitionState.READY
                ? requireNonNull(partition.position().orElse(null)).position()
                : -1);
        return positions + " " + usage.usedBytes() + " "
                + table.status()
                        .failure()
                        .map(failure -> failure.replace(' ', '_'))
                        .orElse("alive")
                        .toLowerCase(Locale.ROOT);
    }

    private String digest() {
        long rows = 0;
        long hash = 0;
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(Scan.MAX_LIMIT);
            Page<RowJson> page = table.scan(after.map(scan::after).orElse(scan));
            if (!page.isComplete()) {
                return "incomplete " + page.missing();
            }
            for (Row<RowJson> row : page.rows()) {
                rows++;
                hash += hash(TableModel.keyJson(row.key()), row.value().text());
            }
            after = page.next();
        } while (after.isPresent());
        return rows + " " + hash;
    }

    /** A row's share of a digest, whatever its place. */
    static long hash(String key, String value) {
        return 31L * key.hashCode() + value.hashCode();
    }

    private static void say(String what) {
        System.out.println("TABLE " + what);
        System.out.flush();
    }
}
