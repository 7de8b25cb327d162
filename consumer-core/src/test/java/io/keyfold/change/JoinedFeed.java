package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.function.Consumer;

/** The feed of a table, subscribed to in either way. Partitions 0 and 1 are here, and empty. */
final class JoinedFeed implements AutoCloseable {

    /** The ways to subscribe. */
    enum Kind {
        LIVE,
        SNAPSHOT
    }

    /** So long that no test lasts until its end. */
    static final SubscriptionSettings LONG = within(Duration.ofMinutes(1));

    final FakeTable table = new FakeTable();
    final ChangeFeed feed = new ChangeFeed("t", table);
    final SeenEvents seen = new SeenEvents();

    JoinedFeed() {
        table.publishTo(feed::publish);
        feed.gained(0);
        feed.gained(1);
    }

    static SubscriptionSettings within(Duration duration) {
        return SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(duration);
    }

    Subscription subscribe(Kind kind, SubscriptionSettings settings) throws InterruptedException {
        return subscribe(kind, settings, event -> {});
    }

    /** The listener does more after it has noted an event. */
    Subscription subscribe(Kind kind, SubscriptionSettings settings, Consumer<String> more)
            throws InterruptedException {
        Consumer<TableEvent<RowJson>> listener = event -> {
            seen.add(event);
            more.accept(SeenEvents.text(event));
        };
        if (kind == Kind.LIVE) {
            return feed.subscribe(settings, change -> listener.accept(new TableEvent.Changed<>(change)));
        }
        Subscription subscription = feed.subscribeFromSnapshot(settings, listener);
        assertThat(seen.next(2)).containsExactly("complete 0", "complete 1");
        return subscription;
    }

    /** A row, and its DELETE, which is held back; the listener has seen all that can be told. */
    void holdDelete() throws InterruptedException {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(1, "b", "1");
        assertThat(seen.next(2)).containsExactly("INSERT a >1", "INSERT b >1");
    }

    @Override
    public void close() {
        feed.close();
    }
}
