package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.item.Past;
import io.keyfold.risk.stream.Message.ItemUpdate;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.Message.ToSku;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Remembers each item's past, and tells the partitions of its user and of its SKU how it is now; those that had it before, that it is
 * theirs no more. Once a second it tells all users' partitions how far it is.
 *
 * <pre>
 * P item           Known
 * G minute item    items that were deleted then, to be forgotten
 * </pre>
 */
final class ItemProcessor extends ContextualProcessor<RowKey, @Nullable OrderItem, String, Message> {

    static final String STORE = "risk-items";
    /** What goes to every user's partition has no user. */
    static final String EVERYBODY = "";

    private static final Json<Known> KNOWN = Json.of(Known.class);
    /** A delete and its insert, as Flink writes an update whose key it cannot prove, are further apart if a checkpoint is between. */
    static final long REMEMBERED_MINUTES = 60;

    static final Duration FORGET = Duration.ofMinutes(1);

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long NEWS_MS = 1_000;
    private static final long ALIVE_MS = 5_000;

    private final ZoneId zone;
    private final TableFreshness freshness;
    private final RiskEvents events;
    private @Nullable State state;
    private @Nullable PartitionNews told;

    /**
     * An item that has been seen.
     *
     * @param userId whose it is
     * @param item as it is, or was when it was deleted
     * @param goneAt the minute at which it was deleted; null if it is there
     */
    record Known(
            @Nullable String userId, Item item, @Nullable Long goneAt) {

        boolean isHere() {
            return goneAt == null;
        }
    }

    ItemProcessor(ZoneId zone, TableFreshness freshness, RiskEvents events) {
        this.zone = zone;
        this.freshness = freshness;
        this.events = events;
    }

    @Override
    public void init(ProcessorContext<String, Message> context) {
        super.init(context);
        state = new State(context.getStateStore(STORE));
        context.schedule(LOOK, PunctuationType.WALL_CLOCK_TIME, this::tellPosition);
        context.schedule(FORGET, PunctuationType.WALL_CLOCK_TIME, this::forget);
    }

    @Override
    public void process(Record<RowKey, @Nullable OrderItem> record) {
        ItemKey key = new ItemKey((String) record.key().values().get(0), (String)
                record.key().values().get(1));
        State here = requireNonNull(state);
        Known before = KNOWN.readOrNull(here.get(pastKey(key).key()));
        OrderItem row = record.value();
        if (row == null) {
            if (before != null && before.isHere()) {
                gone(record, key, before);
            }
            return;
        }
        Known now = new Known(row.userId(), item(key, row, before, record.timestamp()), null);
        here.put(pastKey(key), KNOWN.write(now));
        if (before != null && before.goneAt() != null) {
            here.delete(goneKey(before.goneAt(), key));
        }
        count(now);
        Known old = before != null && before.isHere() ? before : null;
        if (old != null && !Objects.equals(old.userId(), now.userId())) {
            toUser(record, old.userId(), key, null);
        }
        toUser(record, now.userId(), key, now.item());
        if (old != null && !Objects.equals(old.item().skuId(), now.item().skuId())) {
            toSku(record, old.item().skuId(), ToSku.of(key, null, null));
        }
        toSku(record, now.item().skuId(), ToSku.of(key, now.userId(), now.item().minute()));
    }

    private Item item(ItemKey key, OrderItem row, @Nullable Known before, long recordMs) {
        Long minute = row.updateTime() == null ? null : (Long) Minute.of(row.updateTime(), zone);
        Past past = before == null
                ? Past.NONE
                : before.item()
                        .past()
                        .with(before.item().amount(), before.item().quantity(), row.amount());
        return new Item(
                key,
                row.skuId(),
                row.quantity(),
                row.amount(),
                row.orderStatus(),
                minute,
                past.changedAt(minute == null ? Minute.of(recordMs) : minute));
    }

    private void count(Known now) {
        Long minute = now.item().minute();
        if (now.userId() == null) {
            events.ownerless();
        } else if (minute == null) {
            events.untimed();
        } else if (minute > Minute.of(context().currentSystemTimeMs())) {
            events.early();
        }
    }

    private void gone(Record<RowKey, @Nullable OrderItem> record, ItemKey key, Known before) {
        State here = requireNonNull(state);
        long minute = Minute.of(context().currentSystemTimeMs());
        here.put(pastKey(key), KNOWN.write(new Known(before.userId(), before.item(), minute)));
        here.put(goneKey(minute, key));
        toUser(record, before.userId(), key, null);
        toSku(record, before.item().skuId(), ToSku.of(key, null, null));
    }

    private void toUser(Record<?, ?> record, @Nullable String user, ItemKey key, @Nullable Item item) {
        if (user != null) {
            int partition = context().taskId().partition();
            long position =
                    context().recordMetadata().map(RecordMetadata::offset).orElse(-1L) + 1;
            ItemUpdate update = new ItemUpdate(key, item, partition, position > 0 ? position : -1);
            context().forward(new Record<>(user, ToUser.of(update), record.timestamp()));
        }
    }

    private void toSku(Record<?, ?> record, @Nullable String sku, ToSku message) {
        if (sku != null) {
            context().forward(new Record<>(sku, message, record.timestamp()));
        }
    }

    /** What was told of this partition before it is there before it: a partition keeps the order. */
    private void tellPosition(long nowMs) {
        int partition = context().taskId().partition();
        OptionalLong position = freshness.position(partition);
        if (position.isEmpty()) {
            return;
        }
        PartitionNews news = new PartitionNews(
                partition,
                freshness.partitions(),
                position.getAsLong(),
                freshness.isCaughtUp(partition),
                freshness.isStale(partition),
                nowMs);
        if (isDue(news)) {
            context().forward(new Record<>(EVERYBODY, ToUser.of(news), nowMs));
            context().forward(new Record<>(EVERYBODY, ToSku.of(news), nowMs));
            told = news;
        }
    }

    /** At once if it says something else than how far it is; that, and that it is alive, now and then. */
    private boolean isDue(PartitionNews news) {
        PartitionNews before = told;
        if (before == null || before.stale() != news.stale() || before.caughtUp() != news.caughtUp()) {
            return true;
        }
        long sinceMs = Math.abs(news.atMs() - before.atMs());
        return sinceMs >= (before.position() == news.position() ? ALIVE_MS : NEWS_MS);
    }

    private void forget(long nowMs) {
        State here = requireNonNull(state);
        for (Bytes gone : here.deleteAll(
                StateKeys.of('G').key(),
                StateKeys.of('G').number(Minute.of(nowMs) - REMEMBERED_MINUTES).key())) {
            StateKeys.Reader parts = new StateKeys.Reader(gone);
            parts.number();
            here.delete(pastKey(parts.item()));
        }
    }

    private static StateKeys pastKey(ItemKey key) {
        return StateKeys.of('P').item(key);
    }

    private static StateKeys goneKey(long minute, ItemKey key) {
        return StateKeys.of('G').number(minute).item(key);
    }
}
