package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.change.JoinedFeed.Kind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who waits for whom while a DELETE is held back, and what is told when a subscription ends. */
@Timeout(60)
class ChangeFeedJoinFlowTest {

    private static final int CAPACITY = 10_000;

    private final JoinedFeed subject = new JoinedFeed();
    private final FakeTable table = subject.table;
    private final ChangeFeed feed = subject.feed;
    private final SeenEvents seen = subject.seen;

    @AfterEach
    void close() {
        subject.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_moreThanTheQueueHoldsBehindADelete_holdsNobodyBackAndLetsItGo(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.LONG);
        subject.holdDelete();

        IntStream.range(0, CAPACITY + 500).forEach(i -> table.put(0, "c" + i, "1"));

        assertThat(seen.next(CAPACITY + 501))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of("DELETE a 1>"),
                                IntStream.range(0, CAPACITY + 500).mapToObj(i -> "INSERT c" + i + " >1"))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_listenerThatIsTooFarBehind_waitsForRoomThatHeldDeletesTakeToo(Kind kind) throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        subject.subscribe(kind, JoinedFeed.LONG, event -> {
            if (event.equals("INSERT c >1")) {
                awaitQuietly(hold);
            }
        });
        subject.holdDelete();
        table.put(1, "c", "1");
        assertThat(seen.next(1)).containsExactly("INSERT c >1");
        AtomicInteger published = new AtomicInteger();
        Thread reader = new Thread(() -> IntStream.range(0, CAPACITY + 500).forEach(i -> {
            table.put(1, "d" + i, "1");
            published.incrementAndGet();
        }));
        reader.start();

        // One is in the listener's hands and one held back.
        await().until(() -> published.get() == CAPACITY - 2 && reader.getState() == Thread.State.TIMED_WAITING);
        hold.countDown();

        assertThat(seen.next(CAPACITY + 500))
                .containsExactlyElementsOf(IntStream.range(0, CAPACITY + 500)
                        .mapToObj(i -> "INSERT d" + i + " >1")
                        .toList());
        reader.join();
        table.put(0, "a", "2");
        assertThat(seen.next(1)).containsExactly("UPDATE a 1>2");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_insertThatCameToABusyListener_isJoinedWhateverTheTime(Kind kind) throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        subject.subscribe(kind, JoinedFeed.within(Duration.ofNanos(1)), event -> {
            if (event.equals("INSERT a >1")) {
                awaitQuietly(hold);
            }
        });
        table.put(0, "a", "1");
        assertThat(seen.next(1)).containsExactly("INSERT a >1");

        table.delete(0, "a");
        table.put(0, "a", "2");
        hold.countDown();

        assertThat(seen.next(1)).containsExactly("UPDATE a 1>2");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void letGo_thenADelete_isNotHeld(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.LONG);
        subject.holdDelete();

        feed.letGo();
        assertThat(seen.next(1)).containsExactly("DELETE a 1>");
        table.delete(1, "b");

        assertThat(seen.next(1)).containsExactly("DELETE b 1>");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void close_whileADeleteIsHeld_tellsItAndWhatWaitsBehind(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.LONG);
        subject.holdDelete();
        IntStream.range(0, 1_000).forEach(i -> table.put(0, "c" + i, "1"));

        feed.close();

        assertThat(seen.rest()).hasSize(1_001).startsWith("DELETE a 1>", "INSERT c0 >1");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void close_ofASubscriptionWhileADeleteIsHeld_tellsItFirst(Kind kind) throws InterruptedException {
        Subscription subscription = subject.subscribe(kind, JoinedFeed.LONG);
        subject.holdDelete();

        subscription.close();

        assertThat(seen.next(1)).containsExactly("DELETE a 1>");
        table.put(0, "a", "2");
        assertThat(seen.rest()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void close_byTheListenerItselfWhileADeleteIsHeld_tellsNoMore(Kind kind) throws InterruptedException {
        CountDownLatch subscribed = new CountDownLatch(1);
        Subscription[] self = new Subscription[1];
        self[0] = subject.subscribe(kind, JoinedFeed.LONG, event -> {
            if (event.equals("INSERT b >1")) {
                awaitQuietly(subscribed);
                self[0].close();
            }
        });
        subscribed.countDown();
        subject.holdDelete();

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
