package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.change.JoinedFeed.Kind;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a subscriber to joined changes is told, live and from a snapshot. */
@Timeout(60)
class ChangeFeedJoinTest {

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
    void publish_deleteAndInsert_areOneUpdate(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.LONG);

        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "a", "2");
        table.delete(0, "a");
        table.put(0, "a", "3");

        assertThat(seen.next(3)).containsExactly("INSERT a >1", "UPDATE a 1>2", "UPDATE a 2>3");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_deleteAndInsertByDefault_areToldAsTheyAre(Kind kind) throws InterruptedException {
        subject.subscribe(kind, SubscriptionSettings.DEFAULTS);

        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "a", "2");

        assertThat(seen.next(3)).containsExactly("INSERT a >1", "DELETE a 1>", "INSERT a >2");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_deleteAlone_isToldWhenItsTimeIsOver(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.within(Duration.ofMillis(50)));

        table.put(0, "a", "1");
        table.delete(0, "a");

        assertThat(seen.next(2)).containsExactly("INSERT a >1", "DELETE a 1>");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void publish_behindAHeldDelete_waitsInItsPartitionAlone(Kind kind) throws InterruptedException {
        subject.subscribe(kind, JoinedFeed.LONG);
        table.put(0, "a", "1");
        table.delete(0, "a");

        table.put(0, "b", "1");
        table.put(1, "c", "1");
        assertThat(seen.next(2)).containsExactly("INSERT a >1", "INSERT c >1");
        table.put(0, "a", "2");

        assertThat(seen.next(2)).containsExactly("INSERT b >1", "UPDATE a 1>2");
    }

    @Test
    void lost_live_endsTheHolding() throws InterruptedException {
        subject.subscribe(Kind.LIVE, JoinedFeed.LONG);
        subject.holdDelete();

        feed.lost(0);
        feed.gained(0);
        table.put(0, "a", "2");

        assertThat(seen.next(2)).containsExactly("DELETE a 1>", "INSERT a >2");
    }

    @Test
    void lost_fromASnapshot_tellsTheDeleteBeforeTheLoss() throws InterruptedException {
        subject.subscribe(Kind.SNAPSHOT, JoinedFeed.LONG);
        subject.holdDelete();

        feed.lost(0);
        feed.gained(0);
        assertThat(seen.next(3)).containsExactly("DELETE a 1>", "lost 0", "complete 0");
        table.put(0, "a", "2");

        assertThat(seen.next(1)).containsExactly("INSERT a >2");
    }

    @Test
    void subscribeFromSnapshot_endOfTheSnapshotBehindAHeldDelete_tellsTheDeleteFirst() throws InterruptedException {
        List.of("a", "b", "c", "d").forEach(key -> table.putElsewhere(0, key, "1"));
        table.cutChunks(limit -> 2);
        table.allowOnly(1);
        feed.lost(1);
        feed.subscribeFromSnapshot(JoinedFeed.LONG, seen::add);
        assertThat(seen.next(2)).containsExactly("INSERT a >1", "INSERT b >1");

        table.delete(0, "a");
        table.delete(0, "b");
        table.put(0, "b", "2");
        table.allowAll();

        assertThat(seen.next(5))
                .containsExactly("DELETE a 1>", "UPDATE b 1>2", "INSERT c >1", "INSERT d >1", "complete 0");
    }

    @Test
    void subscribeFromSnapshot_chunksBehindAHeldDelete_areReadOn() throws InterruptedException {
        int count = 3_000;
        IntStream.range(0, count).forEach(i -> table.putElsewhere(0, "%06d".formatted(i), "1"));
        table.allowOnly(1);
        feed.lost(1);
        feed.subscribeFromSnapshot(JoinedFeed.LONG, seen::add);
        seen.next(1_000);

        table.delete(0, "000000");
        table.allowAll();

        List<String> events = seen.next(2_002);
        assertThat(events.get(0)).isEqualTo("DELETE 000000 1>");
        assertThat(events.get(2_001)).isEqualTo("complete 0");
    }
}
