package io.keyfold.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ChangeFeedTest {

    private static final int CAPACITY = 10_000;

    private final ChangeFeed feed = new ChangeFeed("t");
    private final BlockingQueue<Long> seen = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        feed.close();
    }

    private static RowChange<RowJson> change(long offset) {
        RowKey key = RowKey.of("A");
        RecordPosition position = new RecordPosition("t", 0, offset);
        Row<RowJson> row =
                new Row<>(key, new RowJson("{}".getBytes(UTF_8)), position, Optional.empty(), Optional.empty());
        return new RowChange<>(RowKind.INSERT, key, Optional.empty(), Optional.of(row), position);
    }

    private void see(RowChange<RowJson> change) {
        seen.add(change.position().offset());
    }

    private List<Long> next(int count) throws InterruptedException {
        List<Long> next = new ArrayList<>();
        while (next.size() < count) {
            Long offset = seen.poll(10, TimeUnit.SECONDS);
            assertThat(offset).as("change %d of %d", next.size() + 1, count).isNotNull();
            next.add(offset);
        }
        return next;
    }

    @Test
    void subscribe_severalListeners_eachSeesEveryChangeInOrder() throws InterruptedException {
        BlockingQueue<Long> others = new LinkedBlockingQueue<>();
        feed.subscribe(this::see);
        feed.subscribe(change -> others.add(change.position().offset()));

        LongStream.range(0, 100).forEach(offset -> feed.publish(change(offset)));

        assertThat(next(100)).isEqualTo(LongStream.range(0, 100).boxed().toList());
        assertThat(others.poll(10, TimeUnit.SECONDS)).isEqualTo(0L);
    }

    @Test
    void publish_listenerThatThrowsOrInterruptsItself_isCalledWithTheNext() throws InterruptedException {
        feed.subscribe(change -> {
            see(change);
            Thread.currentThread().interrupt();
            throw new AssertionError("broken listener");
        });

        feed.publish(change(1));
        feed.publish(change(2));
        feed.publish(change(3));

        assertThat(next(3)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void publish_listenerThatIsTooFarBehind_waitsAndLosesNothing() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        feed.subscribe(change -> {
            awaitQuietly(hold);
            see(change);
        });
        int count = CAPACITY + 500;
        AtomicLong published = new AtomicLong();
        Thread reader = new Thread(() -> LongStream.range(0, count).forEach(offset -> {
            feed.publish(change(offset));
            published.incrementAndGet();
        }));
        reader.start();

        // One is in the listener's hands, the queue is full, and the next is held.
        await().until(() -> published.get() == CAPACITY + 1);
        assertThat(reader.isAlive()).as("held back").isTrue();
        hold.countDown();

        assertThat(next(count)).isEqualTo(LongStream.range(0, count).boxed().toList());
        reader.join();
    }

    @Test
    void letGo_whileAPublisherIsHeld_freesIt() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        feed.subscribe(change -> awaitQuietly(hold));
        Thread reader =
                new Thread(() -> LongStream.range(0, CAPACITY + 500).forEach(offset -> feed.publish(change(offset))));
        reader.start();

        feed.letGo();

        reader.join();
        hold.countDown();
    }

    @Test
    void close_withChangesThatWait_letsTheListenerSeeThem() {
        feed.subscribe(change -> {
            see(change);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
        });
        LongStream.range(0, 2_000).forEach(offset -> feed.publish(change(offset)));

        feed.close();

        assertThat(seen).hasSize(2_000);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void close_ofASubscription_beginsNoMoreCallsAndHoldsNobodyBack() throws InterruptedException {
        BlockingQueue<Long> others = new LinkedBlockingQueue<>();
        Subscription subscription = feed.subscribe(this::see);
        feed.subscribe(change -> others.add(change.position().offset()));
        feed.publish(change(1));
        assertThat(next(1)).containsExactly(1L);

        subscription.close();
        subscription.close();
        LongStream.range(0, CAPACITY + 1).forEach(offset -> feed.publish(change(offset)));

        // The other listener has seen all of them by now; this one would have, too.
        await().until(() -> others.size() == CAPACITY + 2);
        assertThat(seen).isEmpty();
    }

    @Test
    void close_byTheListenerItself_ends() throws InterruptedException {
        BlockingQueue<Long> others = new LinkedBlockingQueue<>();
        Subscription[] self = new Subscription[1];
        CountDownLatch subscribed = new CountDownLatch(1);
        self[0] = feed.subscribe(change -> {
            awaitQuietly(subscribed);
            see(change);
            self[0].close();
        });
        feed.subscribe(change -> others.add(change.position().offset()));
        subscribed.countDown();

        feed.publish(change(1));
        assertThat(next(1)).containsExactly(1L);
        feed.publish(change(2));

        await().until(() -> others.size() == 2);
        assertThat(seen).isEmpty();
    }
}
