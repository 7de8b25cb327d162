package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random tables, subscribers and rebalances. A run's seed is printed; {@code -Dseed=…} gives its decisions again. */
@Timeout(120)
class ChangeFeedSnapshotSimulationTest {

    private static final int PARTITIONS = 3;
    private static final int KEYS = 200;
    private static final int STEPS = 20_000;

    private final FakeTable table = new FakeTable();
    private final ChangeFeed feed = new ChangeFeed("t", table);
    private final List<Mirror> mirrors = new CopyOnWriteArrayList<>();

    @Test
    void subscribeFromSnapshot_anyInterleaving_everySubscriberHoldsTheTable() throws InterruptedException {
        long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        table.publishTo(feed::publish);
        table.cutChunks(limit -> 1 + random.nextInt(40));
        table.beforeTaking(() -> LockSupport.parkNanos(random.nextInt(20) == 0 ? 50_000 : 0)); // a partition may go
        List<Thread> readers = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new Thread(new Reader(partition, random.nextLong()), "reader-" + partition))
                .toList();

        subscribe(0);
        readers.forEach(Thread::start);
        for (Thread reader : readers) {
            reader.join();
        }

        for (Mirror mirror : mirrors) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> mirror.isBroken() || mirror.rows().equals(table.rows()));
        }
        feed.close();
        for (Mirror mirror : mirrors) {
            assertThat(mirror.violations).as("seed %d", seed).isEmpty();
            assertThat(mirror.rows().equals(table.rows())).as("seed %d", seed).isTrue();
            assertThat(mirror.complete).as("seed %d", seed).hasSize(PARTITIONS);
        }
    }

    private void subscribe(int pauseMicros) {
        Mirror mirror = new Mirror(pauseMicros);
        mirrors.add(mirror);
        int joinMillis = mirrors.size() % 3; // one that joins nothing, one that seldom can, one that often does
        SubscriptionSettings settings = joinMillis == 0
                ? SubscriptionSettings.DEFAULTS
                : SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofMillis(1 + 50 * (joinMillis - 1)));
        feed.subscribeFromSnapshot(settings, mirror::apply);
    }

    /** Reads one partition: folds, publishes, and now and then loses it to another instance, which goes on writing. */
    private final class Reader implements Runnable {

        private final int partition;
        private final Random random;
        private boolean isHere;

        Reader(int partition, long seed) {
            this.partition = partition;
            this.random = new Random(seed);
        }

        @Override
        public void run() {
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(isHere ? 1_000 : 100) == 0) {
                    turn();
                }
                write("p" + partition + "-" + random.nextInt(KEYS), step);
                if (random.nextInt(3_000) == 0) {
                    subscribe(random.nextInt(20)); // between two changes of this partition, anywhere in the others
                }
                if (random.nextInt(100) == 0) {
                    LockSupport.parkNanos(random.nextInt(200_000)); // as between two polls
                }
            }
            while (!isHere) {
                turn(); // which may turn twice
            }
        }

        private void turn() {
            if (isHere) {
                feed.lost(partition);
            } else {
                feed.gained(partition);
            }
            isHere = !isHere;
            if (random.nextInt(4) == 0) {
                turn();
            }
        }

        private void write(String key, int step) {
            boolean isDelete = random.nextInt(3) == 0;
            if (isHere && isDelete) {
                table.delete(partition, key);
            } else if (isHere) {
                table.put(partition, key, "" + step);
            } else if (isDelete) {
                table.deleteElsewhere(partition, key);
            } else {
                table.putElsewhere(partition, key, "" + step);
            }
        }
    }

    /** The table as a subscriber knows it. */
    private static final class Mirror {

        private final int pauseMicros;
        private final Map<RowKey, Row<RowJson>> rows = new HashMap<>();
        private final Set<Integer> complete = new HashSet<>();
        private final List<String> violations = new ArrayList<>();

        Mirror(int pauseMicros) {
            this.pauseMicros = pauseMicros;
        }

        synchronized Map<RowKey, Row<RowJson>> rows() {
            return Map.copyOf(rows);
        }

        synchronized boolean isBroken() {
            return !violations.isEmpty();
        }

        synchronized void apply(TableEvent<RowJson> event) {
            if (event instanceof TableEvent.Changed<RowJson> changed) {
                apply(changed.change());
            } else if (event instanceof TableEvent.SnapshotComplete<RowJson> completed) {
                check(complete.add(completed.partition()), event, "is complete twice");
            } else if (event instanceof TableEvent.PartitionLost<RowJson> lost) {
                complete.remove(lost.partition());
                rows.values().removeIf(row -> row.position().partition() == lost.partition());
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(pauseMicros));
        }

        private void apply(RowChange<RowJson> change) {
            // An INSERT has no row before it, in the change and here; an UPDATE or a DELETE has the same in both.
            Optional<Row<RowJson>> known = Optional.ofNullable(rows.get(change.key()));
            check(known.equals(change.before()), change, "does not follow the row " + known);
            change.after().ifPresentOrElse(row -> rows.put(change.key(), row), () -> rows.remove(change.key()));
        }

        private void check(boolean holds, Object event, String otherwise) {
            if (!holds && violations.size() < 10) {
                violations.add(Objects.toString(event) + " " + otherwise);
            }
        }
    }
}
