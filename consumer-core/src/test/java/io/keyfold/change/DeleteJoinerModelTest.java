package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random traffic against an oracle that knows the whole past. The seed is printed; {@code -Dseed=…} runs it again. */
@Timeout(120)
class DeleteJoinerModelTest {

    private static final int RUNS = 100;
    private static final int STEPS = 150;
    private static final int PARTITIONS = 3;

    private final Random random = new Random();
    private FakeTable table = new FakeTable();
    private JoinOracle oracle = new JoinOracle(1, 1);
    private DeleteJoiner joiner = new DeleteJoiner(Duration.ofNanos(1), 1);
    private List<TableEvent<RowJson>> told = new ArrayList<>();
    private long now;

    @Test
    void take_anyTraffic_tellsWhatTheOracleTellsInOrder() {
        long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
        System.out.println("seed=" + seed);
        int joined = 0;
        for (int run = 0; run < RUNS; run++) {
            random.setSeed(seed + run);
            begin();
            for (int step = 0; step < STEPS; step++) {
                step();
                compare("seed " + (seed + run) + ", step " + step);
            }
            joiner.flush();
            oracle.flush();
            compare("seed " + (seed + run) + ", at the end");
            assertThat(joiner.size()).as("seed %d", seed + run).isZero();
            joined += oracle.joined();
        }
        assertThat(joined).as("DELETEs that were joined").isGreaterThan(RUNS);
    }

    private void begin() {
        int within = 1 + random.nextInt(40);
        int bound = 1 + random.nextInt(30);
        table = new FakeTable();
        oracle = new JoinOracle(within, bound);
        joiner = new DeleteJoiner(Duration.ofNanos(within), bound);
        told = new ArrayList<>();
        now = random.nextLong();
        table.publishTo(change -> take(new TableEvent.Changed<>(change)));
    }

    private void take(TableEvent<RowJson> event) {
        joiner.take(event, now);
        oracle.take(event, now);
    }

    private void step() {
        now += random.nextInt(5);
        int partition = random.nextInt(PARTITIONS);
        String key = "k" + random.nextInt(6); // the same keys in every partition
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> table.delete(partition, key);
            case 6, 7, 8 -> {
                joiner.due(now);
                oracle.due(now);
            }
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    take(
                            random.nextBoolean()
                                    ? new TableEvent.SnapshotComplete<>(partition)
                                    : new TableEvent.PartitionLost<>(partition));
                }
            }
            default -> table.put(partition, key, "" + random.nextInt(3));
        }
    }

    private void compare(String when) {
        for (Optional<TableEvent<RowJson>> next = joiner.next(); next.isPresent(); next = joiner.next()) {
            told.add(next.get());
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<TableEvent<RowJson>> ofPartition = of(partition);
            assertThat(ofPartition).as("%s, partition %d", when, partition).isEqualTo(oracle.told(partition));
            assertThat(ofPartition.stream()
                            .flatMap(event -> change(event).stream())
                            .map(change -> change.position().offset()))
                    .as("%s, partition %d", when, partition)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(joiner.waiting()).as(when).isEqualTo(oracle.waiting());
        if (joiner.size() == 0) {
            assertThat(fold()).as(when).isEqualTo(rows());
        }
    }

    private List<TableEvent<RowJson>> of(int partition) {
        return told.stream()
                .filter(event -> JoinOracle.partition(event) == partition)
                .toList();
    }

    private static Optional<RowChange<RowJson>> change(TableEvent<RowJson> event) {
        return event instanceof TableEvent.Changed<RowJson> changed ? Optional.of(changed.change()) : Optional.empty();
    }

    /** What was told makes these rows; each change has the row before it. */
    private Map<String, String> fold() {
        Map<String, String> rows = new TreeMap<>();
        told.stream().flatMap(event -> change(event).stream()).forEach(change -> {
            String place = place(change.position().partition(), change.key());
            assertThat(Optional.ofNullable(rows.get(place)))
                    .isEqualTo(change.before().map(row -> row.value().text()));
            change.after().ifPresentOrElse(row -> rows.put(place, row.value().text()), () -> rows.remove(place));
        });
        return rows;
    }

    private Map<String, String> rows() {
        Map<String, String> rows = new HashMap<>();
        IntStream.range(0, PARTITIONS).forEach(partition -> {
            for (Row<RowJson> row : table.rows(partition)) {
                rows.put(place(partition, row.key()), row.value().text());
            }
        });
        return rows;
    }

    private static String place(int partition, RowKey key) {
        return partition + " " + key.values();
    }
}
