package io.keyfold.risk.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.row.RowKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;

/**
 * The topology on a table of one partition, without a broker, beside the model of what it must come to; its clock is moved. The table
 * is Kafka Streams' own: what is shown here is what is derived from it. For one thread.
 */
final class TopologyScene implements AutoCloseable {

    static final Instant START = Instant.parse("2024-01-15T10:00:30Z");

    private static final Duration ROUND = Duration.ofMillis(100);
    private static final int ROUNDS = 8;
    private static final long FORGET_MS = ItemProcessor.FORGET.toMillis();
    private static final Serde<OrderItem> ITEMS = Json.of(OrderItem.class).serde();
    private static final Serde<RowKey> KEYS = Serdes.serdeFrom(
            (topic, key) -> (key.values().get(0) + "/" + key.values().get(1)).getBytes(UTF_8),
            (topic, bytes) -> RowKey.of((Object[]) new String(bytes, UTF_8).split("/", 2)));

    private final RiskModel model = new RiskModel();
    private final TopologyTestDriver driver;
    private final TestInputTopic<RowKey, OrderItem> input;
    private final SortedMap<String, Boolean> rows = new TreeMap<>();
    private final List<String> told = new ArrayList<>();
    private RuleBook rules;
    private boolean stale;
    private boolean caughtUp = true;
    private long position;
    private long passedMs;

    TopologyScene(RuleBook first, StaleDecisions decisions, Path stateDir) {
        this.rules = first;
        StreamsBuilder builder = new StreamsBuilder();
        new RiskTopology(
                        new Judge(() -> rules, (rule, thrown) -> told.add("failed " + rule)),
                        ZoneOffset.UTC,
                        decisions,
                        new ToldEvents(told),
                        () -> 0)
                .build(builder, builder.table("items", Consumed.with(KEYS, ITEMS)), new SceneFreshness())
                .foreach((key, row) -> {
                    if (row == null) {
                        rows.remove(key.values().get(0) + " " + key.values().get(1));
                    } else {
                        rows.put(key.values().get(0) + " " + key.values().get(1), true);
                    }
                });
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "scene");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        driver = new TopologyTestDriver(builder.build(), properties, START);
        input = driver.createInputTopic("items", KEYS.serializer(), ITEMS.serializer(), START, Duration.ZERO);
    }

    /** Of the table that the scene has, as a test wants it. */
    private final class SceneFreshness implements TableFreshness {

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public boolean isCaughtUp(int partition) {
            return caughtUp;
        }

        @Override
        public OptionalLong position(int partition) {
            return OptionalLong.of(position);
        }

        @Override
        public boolean isStale(int partition) {
            return stale;
        }
    }

    RiskModel model() {
        return model;
    }

    RuleBook rules() {
        return rules;
    }

    void upsert(OrderItem item) {
        input.pipeInput(RowKey.of(item.orderId(), item.itemId()), item, START);
        position++;
        model.upsert(item, START.toEpochMilli());
    }

    @SuppressWarnings("NullAway") // a test record takes null for a delete, without saying so
    void delete(ItemKey key) {
        input.pipeInput(RowKey.of(key.orderId(), key.itemId()), null, START);
        position++;
        model.delete(key, minute());
    }

    /** Lets rounds pass: for the SKUs, for the users whom they concern, and until what has no cause any more is closed. */
    void judge() {
        for (int round = 0; round < ROUNDS; round++) {
            pass(ROUND);
        }
    }

    void pass(Duration time) {
        long before = passedMs;
        passedMs += time.toMillis();
        driver.advanceWallClockTime(time);
        if (passedMs / FORGET_MS > before / FORGET_MS) {
            model.forget(minute() - ItemProcessor.REMEMBERED_MINUTES);
        }
    }

    void take(RuleBook others) {
        rules = others;
    }

    void setCaughtUp(boolean isCaughtUp) {
        caughtUp = isCaughtUp;
    }

    void setStale(boolean isStale) {
        stale = isStale;
    }

    /** The minute that it is. */
    long minute() {
        return Minute.of(START.toEpochMilli() + passedMs);
    }

    UserReads users() {
        return new UserReads(new State(driver.getKeyValueStore(UserProcessor.STORE)));
    }

    Exposure exposure(String user, Optional<Duration> within) {
        return within.map(span -> TrailingSums.of(users(), user, rules.statuses(), Set.of(span), minute(), null)
                        .of(span))
                .orElseGet(() -> users().exposure(user, rules.statuses()));
    }

    /** Open alerts of a user by rule. */
    SortedMap<String, Alert> open(String user) {
        return users().open(user);
    }

    List<AlertEvent> history(String user) {
        return users().history(user);
    }

    /** User and rule of each row that the topic of alerts comes to. */
    List<String> rows() {
        return List.copyOf(rows.keySet());
    }

    /** What was told of, in order, such as {@code opened open-amount}. */
    List<String> told() {
        return told;
    }

    /** All entries of a store. */
    long entries(String store) {
        List<Bytes> keys = new ArrayList<>();
        new State(driver.getKeyValueStore(store))
                .scan(Bytes.wrap(new byte[] {'A'}), Bytes.wrap(new byte[] {'Z' + 1}), (key, value) -> keys.add(key));
        return keys.size();
    }

    @Override
    public void close() {
        driver.close();
    }
}
