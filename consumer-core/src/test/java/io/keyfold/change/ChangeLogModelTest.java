package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;

/** The log against lists that forget nothing and say beside each change whether it is kept. */
class ChangeLogModelTest {

    private static final int PARTITIONS = 3;
    private static final int STEPS = 3_000;
    private static final long BUDGET = 20_000;
    private static final long ENOUGH = 1 << 20;

    /** What a partition's log has been given since it was gained. */
    private static final class Given {
        private final int id;
        private final List<RowChange<RowJson>> changes = new ArrayList<>();
        private long first;

        Given(int id) {
            this.id = id;
        }
    }

    /** A change that is kept, in the order in which they came. */
    private record Kept(Given log, long sequence, long bytes) {}

    private final AtomicInteger ids = new AtomicInteger();
    private final ChangeLog log = new ChangeLog(BUDGET, ids::incrementAndGet);
    private final Map<Integer, Given> here = new HashMap<>();
    private final List<Kept> kept = new ArrayList<>();
    private final Map<Integer, Long> offsets = new HashMap<>();
    private int resets;
    private int told;

    @RepeatedTest(10)
    void log_anyHistory_isThatOfTheModel() {
        long seed = Long.getLong("keyfold.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Map<Integer, At>> readers = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());

        for (int step = 0; step < STEPS; step++) {
            int partition = random.nextInt(PARTITIONS);
            int what = random.nextInt(100);
            if (what < 2) {
                log.lost(partition);
                forget(partition);
            } else if (what < 4) {
                log.gained(partition);
                forget(partition);
                here.put(partition, new Given(ids.get()));
            } else if (what < 70) {
                publish(partition, random);
            } else {
                // The last one comes seldom.
                Map<Integer, At> reader = readers.get(what < 85 ? 0 : what < 98 ? 1 : 2);
                read(reader, partition, random.nextInt(12), "seed " + seed + ", step " + step);
            }
            assertThat(log.usedBytes())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(kept.stream().mapToLong(Kept::bytes).sum())
                    .isLessThanOrEqualTo(BUDGET);
        }

        assertThat(resets).as("resets, seed %d", seed).isPositive();
        assertThat(told).as("changes told, seed %d", seed).isGreaterThan(STEPS / 10);
    }

    private void forget(int partition) {
        Given before = here.remove(partition);
        kept.removeIf(one -> one.log() == before);
    }

    private void publish(int partition, Random random) {
        long offset = offsets.merge(partition, 1L + random.nextInt(3), Long::sum);
        int length = random.nextInt(200) == 0 ? (int) BUDGET : random.nextInt(600);
        RowChange<RowJson> change = Changes.insert(partition, offset, "x".repeat(length));
        log.publish(change);
        Given given = here.get(partition);
        if (given == null) {
            return;
        }
        given.changes.add(change);
        if (length == BUDGET) {
            kept.removeIf(one -> one.log() == given);
            given.first = given.changes.size();
            return;
        }
        kept.add(new Kept(given, given.changes.size() - 1, ChangeSize.of(change)));
        while (kept.stream().mapToLong(Kept::bytes).sum() > BUDGET) {
            Kept oldest = kept.remove(0);
            oldest.log().first = oldest.sequence() + 1;
        }
    }

    private void read(Map<Integer, At> reader, int partition, int limit, String step) {
        At from = reader.get(partition);
        Optional<Slice> read = log.read(partition, from, 0, limit, ENOUGH);
        Given given = here.get(partition);
        if (given == null) {
            assertThat(read).as(step).isEmpty();
            return;
        }
        Slice slice = read.orElseThrow();
        Optional<Cause> reset = from == null || (from.log() == given.id && from.sequence() >= given.first)
                ? Optional.empty()
                : Optional.of(from.log() == given.id ? Cause.TOO_OLD : Cause.MOVED);
        assertThat(slice.reset()).as(step).isEqualTo(reset);
        int begin = from == null || reset.isPresent() ? given.changes.size() : (int) from.sequence();
        int end = Math.min(given.changes.size(), begin + limit);
        assertThat(slice.changes()).as(step).containsExactlyElementsOf(given.changes.subList(begin, end));
        assertThat(slice.next().log()).as(step).isEqualTo(given.id);
        assertThat(slice.next().sequence()).as(step).isEqualTo(end);
        assertThat(slice.hasMore()).as(step).isEqualTo(end < given.changes.size());
        resets += reset.isPresent() ? 1 : 0;
        told += slice.changes().size();
        reader.put(partition, slice.next());
    }
}
