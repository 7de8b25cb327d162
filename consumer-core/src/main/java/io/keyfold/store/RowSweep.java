package io.keyfold.store;

import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RowCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Goes over all rows of a local copy, and hands those that look gone to the thread that writes it, a batch at a time. One thread; any
 * may ask how far it is.
 */
final class RowSweep {

    private static final int ROWS_A_PAGE = 2_000;
    private static final int ROWS_A_BATCH = 5_000;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final LocalCopy copy;
    private final String label;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong swept = new AtomicLong();
    private long undecided;

    RowSweep(LocalCopy copy, String label) {
        this.copy = copy;
        this.label = label;
    }

    /** Rows that it has looked at. */
    long rows() {
        return rows.get();
    }

    /** Rows that were deleted. */
    long swept() {
        return swept.get();
    }

    /** Rows of which the topic cannot tell whether they are deleted. For the thread that runs it. */
    long undecided() {
        return undecided;
    }

    /**
     * Runs it.
     *
     * @param goal to where the topic must be in the rows before they are judged, exclusive
     * @return why it did not come to its end; empty if it did
     */
    Optional<String> run(Gone gone, long goal) throws InterruptedException {
        for (Family family : List.of(Family.ROWS, Family.FOREIGN)) {
            List<byte[]> found = new ArrayList<>();
            KeyRange rest = new KeyRange(null, null, Direction.FORWARD);
            while (rest != null) {
                rest = look(family, rest, gone, found);
                if (found.size() >= ROWS_A_BATCH || (rest == null && !found.isEmpty())) {
                    if (!handOver(found, goal, gone)) {
                        return Optional.of("its reader did not come to delete rows within a minute");
                    }
                    found.clear();
                }
            }
        }
        return Optional.empty();
    }

    /** Looks at one page of rows. {@return what is left of the range; null for nothing} */
    private @Nullable KeyRange look(Family family, KeyRange range, Gone gone, List<byte[]> found) {
        return copy.guarded(() -> {
            int looked = 0;
            try (RowCursor cursor = copy.entries(family, range)) {
                while (cursor.next()) {
                    rows.incrementAndGet();
                    if (gone.isUndecided(cursor.value())) {
                        undecided++;
                    } else if (gone.test(cursor.value())) {
                        found.add(cursor.key());
                    }
                    if (++looked == ROWS_A_PAGE) {
                        byte[] last = cursor.key();
                        return new KeyRange(Arrays.copyOf(last, last.length + 1), null, Direction.FORWARD);
                    }
                }
                return null;
            }
        });
    }

    private boolean handOver(List<byte[]> keys, long goal, Gone gone) throws InterruptedException {
        CompletableFuture<Integer> done = copy.sweeps().hand(keys, goal, gone);
        try {
            swept.addAndGet(done.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS));
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot delete rows of " + label, e.getCause());
        } finally {
            copy.sweeps().withdraw(done); // nobody waits for it any more
        }
    }
}
