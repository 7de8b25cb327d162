package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is held back still counts: for who offers, and for who waits until all is seen. */
class JoiningQueueTest {

    private static final int CAPACITY = 4;
    private static final long WITHIN_MS = 10;

    private final AtomicLong nanos = new AtomicLong();
    private final JoiningQueue queue = new JoiningQueue(CAPACITY, Duration.ofMillis(WITHIN_MS), nanos::get);
    private final FakeTable table = new FakeTable();

    JoiningQueueTest() {
        table.publishTo(change -> {
            queue.unseen.incrementAndGet();
            queue.append(List.of(new TableEvent.Changed<>(change)));
        });
    }

    private Optional<String> poll() throws InterruptedException {
        Optional<String> event = queue.poll(0).map(SeenEvents::text);
        if (event.isPresent()) {
            queue.seen();
        }
        return event;
    }

    private boolean hasRoom() throws InterruptedException {
        return queue.offer(new TableEvent.SnapshotComplete<RowJson>(9), 0);
    }

    @Test
    void poll_heldDelete_isUnseenAndTakesUpRoom() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "b", "1");

        assertThat(poll()).contains("INSERT a >1");
        assertThat(poll()).isEmpty();

        assertThat(queue.unseen).hasValue(2);
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.untold()).as("of which the listener could be told").isZero();
        assertThat(queue.isHolding()).isTrue();
        assertThat(hasRoom()).isTrue();
        assertThat(hasRoom()).isTrue();
        assertThat(hasRoom()).isFalse();
    }

    @Test
    void poll_joinedPairs_leaveNothingUnseenAndAllTheRoom() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "a", "2");
        table.delete(0, "a");
        table.put(0, "a", "2");

        assertThat(poll()).contains("INSERT a >1");
        assertThat(queue.unseen).hasValue(1);
        assertThat(poll()).contains("UPDATE a 1>2");
        assertThat(poll()).isEmpty();

        assertThat(queue.unseen).hasValue(0);
        assertThat(queue.size()).isZero();
        assertThat(queue.isHolding()).isFalse();
    }

    @Test
    void poll_timeIsOver_givesTheDelete() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        poll();
        assertThat(poll()).isEmpty();

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(WITHIN_MS));

        assertThat(poll()).contains("DELETE a 1>");
        assertThat(queue.unseen).hasValue(0);
    }

    @Test
    void poll_timeIsOverButTheInsertHasCome_givesTheUpdate() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        poll();
        assertThat(poll()).isEmpty();

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(WITHIN_MS));
        table.put(0, "a", "2");

        assertThat(poll()).contains("UPDATE a 1>2");
    }

    @Test
    void poll_timeIsOverWhileOthersAreReady_givesTheDeleteBeforeWhatComesLater() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(1, "b", "1");
        table.put(1, "c", "1");
        poll();
        assertThat(poll()).contains("INSERT b >1");

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(WITHIN_MS));
        assertThat(poll()).contains("INSERT c >1");
        table.put(1, "d", "1");

        assertThat(poll()).contains("DELETE a 1>");
        assertThat(poll()).contains("INSERT d >1");
    }

    @Test
    void poll_eventInHand_isCountedUntilItIsSeen() throws InterruptedException {
        table.put(0, "a", "1");

        queue.poll(0);
        assertThat(queue.unseen).hasValue(1);
        assertThat(queue.aside()).isEqualTo(1);
        queue.seen();

        assertThat(queue.unseen).hasValue(0);
        assertThat(queue.aside()).isZero();
    }

    @Test
    void holdNoMore_givesWhatWasHeldAndThenAllAsItComes() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        poll();
        poll();

        queue.holdNoMore();
        table.put(0, "a", "2");
        table.delete(0, "a");

        assertThat(poll()).contains("DELETE a 1>");
        assertThat(queue.isHolding()).as("until all of it is seen").isTrue();
        assertThat(poll()).contains("INSERT a >2");
        assertThat(queue.isHolding()).isFalse();
        assertThat(poll()).contains("DELETE a 2>");
        assertThat(queue.unseen).hasValue(0);
    }
}
