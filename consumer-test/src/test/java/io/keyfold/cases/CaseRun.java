package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.UpsertTable;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * All cases, acted out at once by one consumer: the first record of every case, a look at every table, the second, and so
 * on; a restart with the state kept, a restart without. Once a JVM, whoever asks for it first.
 */
final class CaseRun {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Map<String, CaseResult> RESULTS = new LinkedHashMap<>();
    private static boolean isActedOut;

    private final KeyfoldKafka kafka;
    private final String name;
    private final Path stateDir;
    private final String deadLetterTopic;
    private final List<CaseTable> tables = CaseTables.all();
    private final Map<String, String> topics = new LinkedHashMap<>();
    private final Map<String, List<RecordPosition>> written = new LinkedHashMap<>();
    private final Map<String, List<CaseView>> views = new LinkedHashMap<>();
    private final Map<String, List<RowChange<RowJson>>> changes = new LinkedHashMap<>();

    private CaseRun(KeyfoldKafka kafka, Path stateDir) {
        this.kafka = kafka;
        this.stateDir = stateDir;
        this.name = kafka.uniqueName("cases");
        // A dead letter bears its record's timestamp, by which the broker's retention would judge it.
        this.deadLetterTopic = kafka.createTopic("dead-letters", 1, Map.of("retention.ms", "-1"));
    }

    /** What came of the table of that name. */
    static synchronized CaseResult of(KeyfoldKafka kafka, String table) {
        if (!isActedOut) {
            isActedOut = true;
            try {
                Path stateDir = Files.createTempDirectory("keyfold-cases");
                RESULTS.putAll(new CaseRun(kafka, stateDir).run());
                wipe(stateDir);
            } catch (IOException | InterruptedException e) {
                throw new AssertionError("the cases could not be acted out", e);
            }
        }
        CaseResult result = RESULTS.get(table);
        if (result == null) {
            throw new IllegalStateException("Cannot show " + table + ": the run failed, or has no such table");
        }
        return result;
    }

    private Map<String, CaseResult> run() throws IOException, InterruptedException {
        for (CaseTable table : tables) {
            topics.computeIfAbsent(
                    table.topic(),
                    topic -> kafka.createTopic(topic, table.partitions(), Map.of("cleanup.policy", "compact")));
        }
        try (CaseLetters reader = new CaseLetters(kafka.bootstrapServers(), deadLetterTopic)) {
            List<CaseLetter> live;
            try (UpsertConsumer consumer = start(false)) {
                actOut(consumer);
                live = letters(consumer, reader);
            }
            Map<String, CaseView> restarted;
            List<CaseLetter> ofRestart;
            try (UpsertConsumer consumer = start(true)) {
                restarted = look(consumer);
                ofRestart = letters(consumer, reader);
            }
            wipe(stateDir);
            try (UpsertConsumer consumer = start(true)) {
                return results(restarted, look(consumer), live, ofRestart, letters(consumer, reader));
            }
        }
    }

    private UpsertConsumer start(boolean isRedeclared) throws InterruptedException {
        UpsertConsumerBuilder builder = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .instanceId("one")
                .storeMemoryBytes(32L << 20);
        for (CaseTable table : tables) {
            TableContract version = isRedeclared ? table.redeclared().apply(table.contract()) : table.contract();
            builder.table(table.settings(version, topicOf(table), deadLetterTopic));
        }
        UpsertConsumer consumer = builder.build();
        consumer.start();
        boolean isReady = consumer.awaitBuilt(PATIENCE);
        if (!isReady) {
            consumer.close();
        }
        assertThat(isReady).as("ready in time").isTrue();
        return consumer;
    }

    private String topicOf(CaseTable table) {
        return topics.getOrDefault(table.topic(), "");
    }

    private void actOut(UpsertConsumer consumer) {
        for (CaseTable table : tables) {
            List<RowChange<RowJson>> heard = new CopyOnWriteArrayList<>();
            changes.put(table.name(), heard);
            consumer.table(table.name()).subscribe(heard::add);
        }
        int rounds =
                tables.stream().mapToInt(table -> table.records().size()).max().orElseThrow();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int round = 0; round < rounds; round++) {
                Map<String, RecordPosition> records = write(producer, round);
                tables.forEach(table -> {
                    RecordPosition record = records.get(table.topic());
                    if (record != null) {
                        awaitApplied(consumer.table(table.name()), record);
                        written.computeIfAbsent(table.name(), key -> new ArrayList<>())
                                .add(record);
                        views.computeIfAbsent(table.name(), key -> new ArrayList<>())
                                .add(CaseView.of(consumer.table(table.name()), table));
                    }
                });
            }
        }
    }

    private Map<String, RecordPosition> write(KafkaProducer<byte[], byte[]> producer, int round) {
        Map<String, Future<RecordMetadata>> sent = new LinkedHashMap<>();
        for (CaseTable table : tables) {
            if (round < table.records().size()) {
                sent.put(table.topic(), producer.send(table.records().get(round).to(topicOf(table))));
            }
        }
        Map<String, RecordPosition> positions = new LinkedHashMap<>();
        sent.forEach((topic, record) -> {
            try {
                RecordMetadata at = record.get();
                positions.put(topic, new RecordPosition(at.topic(), at.partition(), at.offset()));
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError("a record could not be written", e);
            }
        });
        return positions;
    }

    private static void awaitApplied(UpsertTable<RowJson> table, RecordPosition record) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> table.status().partitions().stream()
                        .flatMap(partition -> partition.position().stream())
                        .anyMatch(position ->
                                position.partition() == record.partition() && position.position() > record.offset()));
    }

    private Map<String, CaseView> look(UpsertConsumer consumer) {
        Map<String, CaseView> seen = new LinkedHashMap<>();
        tables.forEach(table -> seen.put(table.name(), CaseView.of(consumer.table(table.name()), table)));
        return seen;
    }

    private static List<CaseLetter> letters(UpsertConsumer consumer, CaseLetters reader) {
        return reader.next(consumer.tables().stream()
                .mapToLong(table -> consumer.table(table).status().counts().deadLetters())
                .sum());
    }

    private Map<String, CaseResult> results(
            Map<String, CaseView> restarted,
            Map<String, CaseView> wiped,
            List<CaseLetter> live,
            List<CaseLetter> ofRestart,
            List<CaseLetter> ofRebuild) {
        Map<String, CaseResult> results = new LinkedHashMap<>();
        for (CaseTable table : tables) {
            String name = table.name();
            results.put(
                    name,
                    new CaseResult(
                            required(written, name),
                            required(views, name),
                            required(restarted, name),
                            required(wiped, name),
                            required(changes, name),
                            ofTable(live, name),
                            ofTable(ofRestart, name),
                            ofTable(ofRebuild, name)));
        }
        return results;
    }

    private static <T> T required(Map<String, T> all, String table) {
        T value = all.get(table);
        if (value == null) {
            throw new AssertionError("nothing came of " + table);
        }
        return value;
    }

    private static List<CaseLetter> ofTable(List<CaseLetter> letters, String table) {
        return letters.stream()
                .filter(letter -> letter.header("table").equals(table))
                .toList();
    }

    private static void wipe(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
