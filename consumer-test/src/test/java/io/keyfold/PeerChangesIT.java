package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangePage;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.Reset;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whichever instance is followed, each change comes once and in order, or a reset says that it may not. */
@ExtendWith(KeyfoldKafkaExtension.class)
class PeerChangesIT {

    private static final int PARTITIONS = 4;
    private static final int KEYS = 40;
    private static final Map<String, String> SETTINGS = Map.of("acceptable.recovery.lag", "100000");

    @TempDir
    Path directory;

    private final PeerNet net = new PeerNet();
    private final List<UpsertConsumer> instances = new ArrayList<>();
    private final long seed = Long.getLong("keyfold.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Map<RowKey, String> model = new TreeMap<>((a, b) -> TableModel.compare(a.values(), b.values()));
    private final Set<RecordPosition> written = new HashSet<>();
    private TableContract contract;
    private UpsertTopic topic;
    private String name;

    @BeforeEach
    void create(KeyfoldKafka kafka) {
        System.out.println("followed changes: seed " + seed);
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        name = kafka.uniqueName("followed");
    }

    @AfterEach
    void end() {
        instances.forEach(UpsertConsumer::close);
        net.close();
        topic.close();
    }

    private UpsertConsumer start(KeyfoldKafka kafka, int number, long logBytes) {
        UpsertConsumer made = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .streamsOverrides(SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(directory.resolve("i" + number))
                .instanceId("i" + number)
                .peers(net.settings(number))
                .changeLogBytes(logBytes)
                .table(contract)
                .build();
        net.joins(number, made);
        instances.add(made);
        made.start();
        return made;
    }

    private UpsertTable<RowJson> table(UpsertConsumer instance) {
        return instance.table(contract.name()).reading(ReadOptions.ANYWHERE);
    }

    private int here(UpsertConsumer instance) {
        return instance.table(contract.name()).status().partitions().size();
    }

    /** Those of a topic of which every partition is followed by somebody. */
    private void awaitSpread(UpsertConsumer... all) {
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            for (UpsertConsumer instance : all) {
                assertThat(here(instance)).as("partitions here").isPositive();
                assertThat(instance.table(contract.name()).status().isReady()).isTrue();
                ChangePage<RowJson> page = table(instance).changes(ChangeCursor.NOW, 1);
                assertThat(page.missing()).isEmpty();
                assertThat(page.next().partitions()).hasSize(PARTITIONS);
            }
        });
    }

    private void write(int count) {
        for (int i = 0; i < count; i++) {
            RowKey key = RowKey.of("A" + random.nextInt(KEYS), "I01");
            if (random.nextInt(4) == 0) {
                if (model.remove(key) != null) {
                    written.add(topic.tombstone(key.values().toArray()));
                }
            } else {
                String json = TableModel.json(key, random.nextInt());
                written.add(topic.rawAt(
                        TableModel.home(key, PARTITIONS),
                        1,
                        TableModel.keyJson(key).getBytes(UTF_8),
                        json.getBytes(UTF_8)));
                model.put(key, json);
            }
        }
    }

    private void awaitCopy(FollowingReader reader) {
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            reader.poll();
            assertThat(reader.isWhole()).isTrue();
            assertThat(reader.copy()).isEqualTo(model);
        });
    }

    @Test
    void changes_whileNothingMoves_comeOnceInOrderFromBothInstances(KeyfoldKafka kafka) {
        UpsertConsumer first = start(kafka, 0, 1 << 20);
        UpsertConsumer second = start(kafka, 1, 1 << 20);
        awaitSpread(first, second);
        List<FollowingReader> readers =
                List.of(new FollowingReader(table(first), PARTITIONS), new FollowingReader(table(second), PARTITIONS));

        for (int i = 0; i < 10; i++) {
            write(30);
            readers.forEach(FollowingReader::poll);
        }

        for (FollowingReader reader : readers) {
            awaitCopy(reader);
            assertThat(reader.reset()).isEmpty();
            assertThat(reader.told()).isEqualTo(written);
        }
    }

    /**
     * A third instance comes, and goes: what is not told is said to be missed, and the copies are the table's. So too for a reader that
     * looks only when the new logs have more in them than it had seen of the old ones.
     */
    @Test
    void changes_whilePartitionsMove_areAllToldOrAResetSaysSo(KeyfoldKafka kafka) {
        UpsertConsumer first = start(kafka, 0, 1 << 20);
        UpsertConsumer second = start(kafka, 1, 1 << 20);
        awaitSpread(first, second);
        List<FollowingReader> readers =
                List.of(new FollowingReader(table(first), PARTITIONS), new FollowingReader(table(second), PARTITIONS));
        FollowingReader sleeper = new FollowingReader(table(first), PARTITIONS);
        write(50);

        UpsertConsumer third = start(kafka, 2, 1 << 20);
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            write(5);
            readers.forEach(FollowingReader::poll);
            assertThat(here(third)).isPositive();
        });
        awaitSpread(first, second, third);
        write(50);
        readers.forEach(FollowingReader::poll);
        third.leave();
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            write(5);
            readers.forEach(FollowingReader::poll);
            assertThat(here(first) + here(second)).isEqualTo(PARTITIONS);
        });
        write(50);

        List<FollowingReader> all = new ArrayList<>(readers);
        all.add(sleeper);
        for (FollowingReader reader : all) {
            awaitCopy(reader);
            assertThat(reader.reset()).as("partitions that moved").isNotEmpty();
            Set<RecordPosition> missed = new HashSet<>(written);
            missed.removeAll(reader.told());
            assertThat(missed).allSatisfy(position -> assertThat(reader.reset()).contains(position.partition()));
            assertThat(written).containsAll(reader.told());
        }
    }

    /** What cannot be asked is named, and gone on from when it can be again. */
    @Test
    void changes_ofAnInstanceThatIsSilent_areMissingAndNotLost(KeyfoldKafka kafka) {
        UpsertConsumer first = start(kafka, 0, 1 << 20);
        UpsertConsumer second = start(kafka, 1, 1 << 20);
        awaitSpread(first, second);
        UpsertTable<RowJson> table = table(first);
        ChangeCursor before = table.changes(ChangeCursor.NOW, 1).next();

        net.falls(1);
        ChangePage<RowJson> page = table.changes(before, 1);

        assertThat(page.missing()).hasSize(here(second)).allSatisfy(gap -> {
            assertThat(gap.reason()).contains(PeerNet.address(1).toString());
            assertThat(page.next().at(gap.partition())).isEqualTo(before.at(gap.partition()));
        });
        assertThat(page.resets()).isEmpty();
        assertThat(first.table(contract.name()).changes(before, 1).missing())
                .allSatisfy(gap -> assertThat(gap.reason())
                        .isEqualTo("partition " + gap.partition() + " is not read by this instance"));
    }

    @Test
    void changes_placesThatMeanNothingHere_areResets(KeyfoldKafka kafka) {
        UpsertTable<RowJson> table = table(start(kafka, 0, 1 << 20));
        write(50);
        await().atMost(TableUnderTest.PATIENCE)
                .until(
                        () -> table.status().partitions().stream()
                                .filter(partition ->
                                        partition.logEnd().highWatermark().isPresent())
                                .count(),
                        known -> known == PARTITIONS);
        ChangeCursor now = table.changes(ChangeCursor.NOW, 1).next();
        At there = now.at(0).orElseThrow();

        ChangePage<RowJson> page = table.changes(
                now.without(1)
                        .with(0, new At(there.position(), there.log() + 1, there.sequence()))
                        .with(2, new At(1_000_000, there.log() + 1, 3))
                        .with(9, there),
                100);

        assertThat(page.resets())
                .containsExactly(
                        new Reset(0, Cause.MOVED),
                        new Reset(1, Cause.JOINED),
                        new Reset(2, Cause.MADE_ANEW),
                        new Reset(9, Cause.MADE_ANEW));
        assertThat(page.next()).isEqualTo(now);
        assertThat(page.changes()).isEmpty();
        assertThat(table.changes(page.next(), 100).resets()).isEmpty();
    }

    /** The bytes that a page may have do not hide what comes behind them. */
    @Test
    void changes_moreThanAMessageHolds_comeInSeveral(KeyfoldKafka kafka) {
        UpsertConsumer first = start(kafka, 0, 64 << 20);
        UpsertConsumer second = start(kafka, 1, 64 << 20);
        awaitSpread(first, second);
        UpsertTable<OrderItem> table = table(first).as(OrderItem.class);
        ChangeCursor cursor = table.changes(ChangeCursor.NOW, 1).next();
        int count = 200;
        for (int i = 0; i < count; i++) {
            topic.upsert(Map.of("order_id", "A" + i, "item_id", "I01", "user_id", "U".repeat(100_000)));
        }
        Set<String> told = new HashSet<>();
        int pages = 0;

        while (told.size() < count) {
            ChangePage<OrderItem> page = table.changes(cursor, 10_000);
            assertThat(page.resets()).isEmpty();
            page.changes()
                    .forEach(change ->
                            told.add(change.after().orElseThrow().value().orderId()));
            cursor = page.next();
            pages += page.changes().isEmpty() ? 0 : 1;
        }

        assertThat(pages).as("pages of 4 MiB an instance for 20 MB").isGreaterThan(1);
        assertThatThrownBy(() -> table.changes(ChangeCursor.NOW, 0)).hasMessage("limit: 0 (expected: 1 .. 10000)");
    }
}
