package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.RowJson;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a subscriber from a snapshot is told, and in which order. */
@Timeout(30)
class ChangeFeedSnapshotTest {

    private final FakeTable table = new FakeTable();
    private final ChangeFeed feed = new ChangeFeed("t", table);
    private final SeenEvents seen = new SeenEvents();

    ChangeFeedSnapshotTest() {
        table.publishTo(feed::publish);
    }

    @AfterEach
    void close() {
        feed.close();
    }

    /** Rows a, b, c and d; of them a and b are read, and no more. */
    private void readTwoOfFour() throws InterruptedException {
        List.of("a", "b", "c", "d").forEach(key -> table.put(0, key, "1"));
        table.cutChunks(limit -> 2);
        table.allowOnly(1);
        feed.gained(0);
        feed.subscribeFromSnapshot(seen::add);
        assertThat(seen.next(2)).containsExactly("INSERT a >1", "INSERT b >1");
    }

    @Test
    void subscribeFromSnapshot_rowsThenChanges_areSeenInThatOrder() throws InterruptedException {
        table.put(0, "b", "1");
        table.put(0, "a", "1");
        table.put(0, "a", "2");
        feed.gained(0);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(3)).containsExactly("INSERT a >2", "INSERT b >1", "complete 0");
        table.put(0, "a", "3");
        table.delete(0, "b");
        table.put(0, "c", "1");
        assertThat(seen.next(3)).containsExactly("UPDATE a 2>3", "DELETE b 1>", "INSERT c >1");
    }

    @Test
    void subscribeFromSnapshot_aRow_isAnInsertAtTheRowsOwnPosition() throws InterruptedException {
        BlockingQueue<TableEvent<RowJson>> events = new LinkedBlockingQueue<>();
        table.put(0, "a", "1");
        table.put(0, "a", "2");
        feed.gained(0);

        feed.subscribeFromSnapshot(events::add);

        TableEvent<RowJson> first = events.poll(10, TimeUnit.SECONDS);
        assertThat(first).hasToString("Changed[change=INSERT t-0@1]");
    }

    @Test
    void subscribeFromSnapshot_severalPartitions_completesEach() throws InterruptedException {
        table.put(0, "a", "1");
        table.put(7, "b", "1");
        feed.gained(0);
        feed.gained(1);
        feed.gained(7);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(5))
                .containsExactly("INSERT a >1", "complete 0", "complete 1", "INSERT b >1", "complete 7");
    }

    @Test
    void subscribeFromSnapshot_moreRowsThanTheQueueHolds_allAreSeenOnce() throws InterruptedException {
        int count = 20_001;
        IntStream.range(0, count).forEach(i -> table.put(0, "%06d".formatted(i), "1"));
        feed.gained(0);

        feed.subscribeFromSnapshot(seen::add);

        List<String> events = seen.next(count + 1);
        assertThat(events.subList(0, count))
                .isEqualTo(IntStream.range(0, count)
                        .mapToObj("INSERT %06d >1"::formatted)
                        .toList());
        assertThat(events.get(count)).isEqualTo("complete 0");
        assertThat(table.refusals()).isZero();
    }

    @Test
    void subscribeFromSnapshot_feedOfLiveChangesOnly_isRefused() {
        try (ChangeFeed other = new ChangeFeed("t")) {
            assertThatThrownBy(() -> other.subscribeFromSnapshot(seen::add))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot subscribe to t from a snapshot: its feed has live changes only");
        }
    }

    @Test
    void subscribeFromSnapshot_closedFeed_isRefused() {
        feed.close();

        assertThatThrownBy(() -> feed.subscribeFromSnapshot(seen::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot subscribe to t: its consumer is closed");
    }

    @Test
    void publish_beforeTheSnapshotBegins_isSeenOnlyInTheSnapshot() throws InterruptedException {
        table.allowOnly(0);
        feed.gained(0);
        feed.subscribeFromSnapshot(seen::add);

        table.put(0, "a", "1");
        table.put(0, "a", "2");
        table.allowAll();

        assertThat(seen.next(2)).containsExactly("INSERT a >2", "complete 0");
    }

    @Test
    void publish_beyondTheCursor_isSeenOnlyInTheSnapshot() throws InterruptedException {
        readTwoOfFour();

        table.put(0, "c", "2");
        table.put(0, "e", "1");
        table.allowAll();

        assertThat(seen.next(4)).containsExactly("INSERT c >2", "INSERT d >1", "INSERT e >1", "complete 0");
    }

    @Test
    void publish_atAndBehindTheCursor_isSeenAsChange() throws InterruptedException {
        readTwoOfFour();

        table.put(0, "b", "2");
        table.put(0, "aa", "1");
        assertThat(seen.next(2)).containsExactly("UPDATE b 1>2", "INSERT aa >1");
        table.allowAll();

        assertThat(seen.next(3)).containsExactly("INSERT c >1", "INSERT d >1", "complete 0");
    }

    @Test
    void publish_keysThatDifferInTheirHighestBit_areComparedUnsigned() throws InterruptedException {
        readTwoOfFour();

        table.put(0, "é", "1");
        table.allowAll();

        assertThat(seen.next(4)).containsExactly("INSERT c >1", "INSERT d >1", "INSERT é >1", "complete 0");
    }

    @Test
    void publish_deleteOfARowNotYetReached_givesNothing() throws InterruptedException {
        readTwoOfFour();

        table.delete(0, "c");
        table.allowAll();

        assertThat(seen.next(2)).containsExactly("INSERT d >1", "complete 0");
    }

    @Test
    void publish_deleteOfARowAlreadyTold_givesDelete() throws InterruptedException {
        readTwoOfFour();

        table.delete(0, "a");
        table.allowAll();

        assertThat(seen.next(4)).containsExactly("DELETE a 1>", "INSERT c >1", "INSERT d >1", "complete 0");
    }

    @Test
    void publish_ofAPartitionThatIsNotHere_isNotSeen() throws InterruptedException {
        feed.gained(0);
        feed.subscribeFromSnapshot(seen::add);
        assertThat(seen.next(1)).containsExactly("complete 0");

        table.put(1, "b", "1");
        table.put(0, "a", "1");

        assertThat(seen.next(1)).containsExactly("INSERT a >1");
    }

    @Test
    void gained_later_tellsItsSnapshotThen() throws InterruptedException {
        table.put(1, "b", "1");
        feed.gained(0);
        feed.subscribeFromSnapshot(seen::add);
        assertThat(seen.next(1)).containsExactly("complete 0");

        feed.gained(1);
        feed.gained(1);

        assertThat(seen.next(2)).containsExactly("INSERT b >1", "complete 1");
        table.put(1, "b", "2");
        assertThat(seen.next(1)).containsExactly("UPDATE b 1>2");
    }

    @Test
    void lost_ofAPartitionThatIsNotHere_saysNothing() throws InterruptedException {
        feed.subscribeFromSnapshot(seen::add);

        feed.lost(0);
        feed.gained(1);

        assertThat(seen.next(1)).containsExactly("complete 1");
    }

    @Test
    void lost_thenGainedAgain_tellsTheLossAndAWholeNewSnapshot() throws InterruptedException {
        readTwoOfFour();

        feed.lost(0);
        assertThat(seen.next(1)).containsExactly("lost 0");
        table.putElsewhere(0, "a", "2");
        table.deleteElsewhere(0, "b");
        table.allowAll();
        feed.gained(0);

        assertThat(seen.next(4)).containsExactly("INSERT a >2", "INSERT c >1", "INSERT d >1", "complete 0");
    }

    @Test
    void lost_beforeTheSubscription_hasNoSnapshot() throws InterruptedException {
        table.put(0, "a", "1");
        feed.gained(0);
        feed.lost(0);
        feed.gained(1);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(1)).containsExactly("complete 1");
    }

    @Test
    void lost_withRowsThatWait_tellsThemBeforeTheLoss() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        feed.gained(0);
        feed.subscribeFromSnapshot(event -> {
            seen.add(event);
            awaitQuietly(hold);
        });
        assertThat(seen.next(1)).containsExactly("INSERT a >1");

        feed.lost(0);
        hold.countDown();

        assertThat(seen.next(3)).containsExactly("INSERT b >1", "complete 0", "lost 0");
    }

    @Test
    void lost_andGainedAgainWhileAChunkIsRead_dropsThatChunk() throws InterruptedException {
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        table.cutChunks(limit -> 1);
        AtomicInteger chunks = new AtomicInteger();
        table.beforeTaking(() -> {
            if (chunks.incrementAndGet() == 2) {
                feed.lost(0);
                feed.gained(0);
            }
        });
        feed.gained(0);

        feed.subscribeFromSnapshot(seen::add);

        assertThat(seen.next(5)).containsExactly("INSERT a >1", "lost 0", "INSERT a >1", "INSERT b >1", "complete 0");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
