package io.keyfold.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import ch.qos.logback.classic.Level;
import io.keyfold.OrderProjection;
import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.UpsertTable;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.slf4j.LoggerFactory;

/**
 * The process that is killed. Answers on lines of standard output that begin with {@link #PROMPT}:
 *
 * <pre>
 * READY table/partition=restored ...
 * MISFIT what              an event, or an answer, that does not fit
 * THERE                    after a line  AWAIT table/partition=end ...  of standard input
 * BUILT                    all that is declared is built, and it was to halt before that
 * DUMPED                   after a line  DUMP file table/partition=end ...
 * </pre>
 *
 * <p>Ends when standard input does, which is when its parent has.
 */
public final class CrashChild {

    /** What a line begins with that is for the parent. */
    public static final String PROMPT = "crash> ";

    static final String RESTORED_LOGGER = "org.apache.kafka.streams.processor.internals.StoreChangelogReader";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String COMMIT_INTERVAL_MS = "100";

    private final ChildOptions options;
    private final UpsertConsumer consumer;
    private final Map<String, FoldedEvents> subscribers = new LinkedHashMap<>();

    private CrashChild(ChildOptions options) {
        this.options = options;
        this.consumer = consumer(options);
    }

    /**
     * Runs until standard input ends.
     *
     * @param args one {@link ChildOptions}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(RESTORED_LOGGER)).setLevel(Level.INFO);
        new CrashChild(ChildOptions.parse(args[0])).run();
    }

    private static UpsertConsumer consumer(ChildOptions options) {
        Map<String, String> overrides = new LinkedHashMap<>();
        overrides.put("commit.interval.ms", COMMIT_INTERVAL_MS);
        UpsertConsumerBuilder builder = UpsertConsumer.builder(options.consumer())
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(options.bootstrapServers())
                .stateDir(Path.of(options.stateDir()))
                .instanceId("one")
                .materialization(options.materialization())
                .streamThreads(options.streamThreads())
                .storeMemoryBytes((long) options.storeMiB() << 20)
                .table(CrashTables.users().withTopic(options.usersTopic()))
                .table(OrderProjection.declare(
                        TableSettings.of(CrashTables.items().withTopic(options.itemsTopic())), options.declared()));
        if (options.materialization() == Materialization.SOURCE_TOPIC) {
            overrides.put("main.consumer.interceptor.classes", CommitWindowInterceptor.class.getName());
        } else {
            builder.topology((streams, tables) -> CrashTopology.build(streams, tables, options.outTopic()));
        }
        return builder.streamsOverrides(overrides).build();
    }

    private void run() throws IOException, InterruptedException {
        if (options.subscribesFirst()) {
            subscribe();
        }
        if (options.buildRows() > 0) {
            BuildHalt.begin(consumer.table(CrashTables.ITEMS), options.buildRows(), () -> say("BUILT"));
        }
        consumer.start();
        if (!consumer.awaitReady(PATIENCE)) {
            say("MISFIT not ready: "
                    + tables().stream().map(table -> table.status().toString()).toList());
            return;
        }
        if (options.awaitsAll()) {
            patiently().until(() -> tables().stream().allMatch(CrashChild::isWhole));
        }
        if (!options.subscribesFirst()) {
            subscribe();
        }
        say("READY " + restored());
        CommitWindow.arm(options.windowHits(), Path.of(options.haltFile()));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            List<String> words = List.of(line.split(" ", -1));
            boolean isDump = words.get(0).equals("DUMP");
            awaitPositions(words.subList(isDump ? 2 : 1, words.size()));
            if (isDump) {
                new Dumper(options, consumer, subscribers, CrashChild::misfit).write(Path.of(words.get(1)));
            }
            say(isDump ? "DUMPED" : "THERE");
        }
        consumer.close();
    }

    private void subscribe() {
        for (UpsertTable<RowJson> table : tables()) {
            String name = table.contract().name();
            FoldedEvents subscriber = new FoldedEvents(name, CrashChild::misfit);
            subscribers.put(name, subscriber);
            table.subscribeFromSnapshot(subscriber);
        }
    }

    private List<UpsertTable<RowJson>> tables() {
        List<UpsertTable<RowJson>> tables = new ArrayList<>();
        consumer.tables().forEach(name -> tables.add(consumer.table(name)));
        return tables;
    }

    private static boolean isWhole(UpsertTable<RowJson> table) {
        TableStatus status = table.status();
        return status.isReady() && status.partitions().size() == status.partitionCount();
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(PATIENCE);
    }

    private String restored() {
        return tables().stream()
                .flatMap(table -> table.status().partitions().stream()
                        .map(partition -> place(table.contract(), partition) + "=" + partition.restored()))
                .collect(Collectors.joining(" "));
    }

    private static String place(TableContract contract, PartitionStatus partition) {
        return contract.name() + "/" + partition.partition();
    }

    private void awaitPositions(List<String> ends) {
        patiently().until(() -> {
            Map<String, Long> positions = new LinkedHashMap<>();
            for (UpsertTable<RowJson> table : tables()) {
                table.status()
                        .partitions()
                        .forEach(partition -> partition
                                .position()
                                .ifPresent(at -> positions.put(place(table.contract(), partition), at.position())));
            }
            return ends.stream().allMatch(end -> {
                int equals = end.indexOf('=');
                Long position = positions.get(end.substring(0, equals));
                return position != null && position >= Long.parseLong(end.substring(equals + 1));
            });
        });
    }

    private static void misfit(String what) {
        say("MISFIT " + requireNonNull(what));
    }

    private static synchronized void say(String line) {
        System.out.println(PROMPT + line);
    }
}
