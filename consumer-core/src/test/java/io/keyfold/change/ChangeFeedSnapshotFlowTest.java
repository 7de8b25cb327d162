package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for whom while a snapshot is told, and what goes on when one of them is slow, broken or ended. */
@Timeout(30)
class ChangeFeedSnapshotFlowTest {

    private static final int CAPACITY = 10_000;

    private final FakeTable table = new FakeTable();
    private final ChangeFeed feed = new ChangeFeed("t", table);
    private final SeenEvents seen = new SeenEvents();

    ChangeFeedSnapshotFlowTest() {
        table.publishTo(feed::publish);
    }

    @AfterEach
    void close() {
        feed.close();
    }

    @Test
    void publish_listenerThatIsTooFarBehind_waitsAndLosesNothing() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        List.of("a", "b", "c").forEach(key -> table.put(0, key, "0"));
        table.cutChunks(limit -> 1);
        table.allowOnly(2);
        feed.gained(0);
        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            if (SeenEvents.text(event).equals("INSERT b >0")) {
                awaitQuietly(hold);
            }
        });
        assertThat(seen.next(2)).containsExactly("INSERT a >0", "INSERT b >0");
        AtomicInteger published = new AtomicInteger();
        int count = CAPACITY + 500;
        Thread reader = new Thread(() -> IntStream.rangeClosed(1, count).forEach(i -> {
            table.put(0, "a", "" + i);
            published.incrementAndGet();
        }));
        reader.start();

        // The queue is full, and the next is held with the partition's lock, so that no chunk can be read.
        await().until(() -> published.get() == CAPACITY && reader.getState() == Thread.State.TIMED_WAITING);
        table.allowAll();
        hold.countDown();

        List<String> events = seen.next(count + 2);
        assertThat(events.stream().filter(event -> event.startsWith("UPDATE")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, count)
                        .mapToObj(i -> "UPDATE a " + (i - 1) + ">" + i)
                        .toList());
        assertThat(events.stream().filter(event -> !event.startsWith("UPDATE")))
                .containsExactly("INSERT c >0", "complete 0");
        reader.join();
    }

    @Test
    void publish_thatKeepsTheQueueFullBesideASnapshot_letsBothMoveOn() throws InterruptedException {
        feed.gained(0);
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger queued = new AtomicInteger(2); // the completions; then rows and changes as they come
        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            queued.decrementAndGet();
            done.compareAndSet(false, SeenEvents.text(event).equals("complete 1"));
            while (!SeenEvents.text(event).equals("complete 0") && !done.get() && queued.get() < CAPACITY) {
                Thread.onSpinWait();
            }
        });
        assertThat(seen.next(1)).containsExactly("complete 0");
        IntStream.range(0, 3_000).forEach(i -> table.putElsewhere(1, "b" + i, "1"));
        table.cutChunks(limit -> {
            queued.addAndGet(limit);
            return limit;
        });
        Thread reader = new Thread(() -> {
            for (int i = 0; !done.get(); i++) {
                table.put(0, "a", "" + i);
                queued.incrementAndGet();
            }
        });
        reader.start();
        await().until(() -> queued.get() >= CAPACITY);

        feed.gained(1);

        reader.join();
        List<String> events = seen.rest();
        List<String> sinceFirstRow = events.subList(events.indexOf("INSERT b0 >1"), events.indexOf("complete 1"));
        assertThat(sinceFirstRow.stream().filter(event -> event.startsWith("UPDATE a")))
                .as("changes between the first row and the last, of three chunks")
                .hasSizeBetween(1_900, 2_100);
    }

    @Test
    void publish_listenerThatThrowsOrInterruptsItself_isToldTheNext() throws InterruptedException {
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        table.cutChunks(limit -> 1);
        feed.gained(0);

        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            Thread.currentThread().interrupt();
            throw new AssertionError("broken listener");
        });

        assertThat(seen.next(3)).containsExactly("INSERT a >1", "INSERT b >1", "complete 0");
        table.put(0, "a", "2");
        assertThat(seen.next(1)).containsExactly("UPDATE a 1>2");
    }

    @Test
    void read_refusedForAWhile_isAskedAgainWithoutHaste() throws InterruptedException {
        table.put(0, "a", "1");
        table.allowOnly(0);
        feed.gained(0);
        long start = System.nanoTime();
        feed.subscribeFromSnapshot(seen::add);

        await().until(() -> table.refusals() >= 10);
        Duration asked = Duration.ofNanos(System.nanoTime() - start);
        table.allowAll();

        assertThat(seen.next(2)).containsExactly("INSERT a >1", "complete 0");
        assertThat(asked).as("1 + 2 + 4 + … + 64 + 100 + 100 ms").isGreaterThan(Duration.ofMillis(300));
    }

    @Test
    void read_refusedForOnePartition_goesOnWithTheOthers() throws InterruptedException {
        table.put(1, "b", "1");
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        table.publishTo(change -> {
            locked.countDown();
            awaitQuietly(hold);
        });
        Thread reader = new Thread(() -> table.put(0, "a", "1"));
        reader.start();
        locked.await();
        feed.gained(0);
        feed.gained(1);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(2)).containsExactly("INSERT b >1", "complete 1");
        hold.countDown();
        assertThat(seen.next(2)).containsExactly("INSERT a >1", "complete 0");
        reader.join();
    }

    @Test
    void read_thatThrows_isTriedAgain() throws InterruptedException {
        table.put(0, "a", "1");
        AtomicInteger reads = new AtomicInteger();
        table.beforeTaking(() -> {
            if (reads.incrementAndGet() <= 2) {
                throw new AssertionError("broken store");
            }
        });
        feed.gained(0);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(2)).containsExactly("INSERT a >1", "complete 0");
    }

    @Test
    void letGo_whileAPublisherIsHeld_freesIt() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        feed.gained(0);
        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            awaitQuietly(hold);
        });
        assertThat(seen.next(1)).containsExactly("complete 0");
        Thread reader = new Thread(() -> IntStream.range(0, CAPACITY + 500).forEach(i -> table.put(0, "a", "" + i)));
        reader.start();
        await().until(() -> reader.getState() == Thread.State.TIMED_WAITING);

        feed.letGo();

        reader.join();
        hold.countDown();
    }

    @Test
    void letGo_thenSubscribed_holdsNoPublisher() {
        CountDownLatch hold = new CountDownLatch(1);
        feed.letGo();
        feed.subscribe(change -> awaitQuietly(hold));

        IntStream.range(0, CAPACITY + 500).forEach(i -> table.put(0, "a", "" + i));

        hold.countDown();
    }

    @Test
    void close_whileASnapshotRuns_tellsWhatWaitsAndReadsNoMore() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        List.of("a", "b", "c", "d", "e", "f").forEach(key -> table.put(0, key, "1"));
        AtomicInteger chunks = new AtomicInteger();
        table.beforeTaking(chunks::incrementAndGet);
        table.cutChunks(limit -> 3);
        feed.gained(0);
        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            awaitQuietly(hold);
        });
        assertThat(seen.next(1)).containsExactly("INSERT a >1");

        feed.letGo();
        hold.countDown();
        feed.close();

        assertThat(seen.rest()).containsExactly("INSERT b >1", "INSERT c >1");
        assertThat(chunks).hasValue(1);
    }

    @Test
    void close_ofASubscriptionWhileItsSnapshotRuns_beginsNoMoreCalls() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        feed.gained(0);
        Subscription subscription = feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            awaitQuietly(hold);
            ended.countDown();
        });
        assertThat(seen.next(1)).containsExactly("INSERT a >1");

        subscription.close();
        hold.countDown();
        ended.await();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("keyfold-changes-t")));
        assertThat(seen.rest()).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
