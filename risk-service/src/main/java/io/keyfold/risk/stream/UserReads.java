package io.keyfold.risk.stream;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.Statuses;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.StateKeys.Reader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is kept of the users of one partition.
 *
 * <pre>
 * T user                   Totals
 * I user item              Tracked: the item, and when it must be judged again
 * M user minute item       Counted: items by the minute of their last change, for trailing sums
 * A user ~cents item       items by amount, the greatest first
 * S user sku               i64 how many items
 * W user minute item       items that must be judged again then
 * B user item rule         Breach of an item
 * C user rule sku          Crowd: the breach of what many users bought
 * O user rule              Alert that is open
 * H user number            AlertEvent
 * F partition              PartitionNews
 * </pre>
 */
class UserReads {

    static final Json<Totals> TOTALS = Json.of(Totals.class);
    static final Json<Tracked> TRACKED = Json.of(Tracked.class);
    static final Json<Counted> COUNTED = Json.of(Counted.class);
    static final Json<Breach> BREACH = Json.of(Breach.class);
    static final Json<Crowd> CROWD = Json.of(Crowd.class);
    static final Json<Alert> ALERT = Json.of(Alert.class);
    static final Json<AlertEvent> EVENT = Json.of(AlertEvent.class);
    static final Json<PartitionNews> NEWS = Json.of(PartitionNews.class);

    private static final SortedMap<Integer, Long> NOWHERE = Collections.emptySortedMap();
    private static final int CENTS = 2;

    private final StateReader reader;

    /**
     * An item as it was judged.
     *
     * @param item as it is
     * @param wakeAt the minute at which its own judgement may change by itself; null if never
     * @param breached the rules of which there is a breach
     */
    record Tracked(Item item, @Nullable Long wakeAt, List<String> breached) {

        Tracked {
            breached = List.copyOf(breached);
        }

        /** Of an item of which nothing is known yet. */
        static Tracked first(Item item) {
            return new Tracked(item, null, List.of());
        }
    }

    /** Items that were changed in these minutes, both inclusive. */
    record Minutes(long from, long to) {

        /** The last whole minutes, the one that is now among them. */
        static Minutes last(long count, long now) {
            return new Minutes(now - count + 1, now);
        }

        boolean has(@Nullable Long minute) {
            return minute != null && minute >= from && minute <= to;
        }
    }

    /** A breach of what the user bought with many others, and up to which positions it is one. */
    record Crowd(Breach breach, SortedMap<Integer, Long> asOf) {}

    /** A breach of an item, or of what the user bought with many others; that one bears positions of its own. */
    record Found(String ruleId, Optional<ItemKey> item, Breach breach, SortedMap<Integer, Long> asOf) {}

    UserReads(StateReader reader) {
        this.reader = reader;
    }

    Totals totals(String user) {
        Totals totals = TOTALS.readOrNull(reader.get(totalsKey(user).key()));
        return totals == null ? Totals.NONE : totals;
    }

    @Nullable
    Tracked item(String user, ItemKey key) {
        return TRACKED.readOrNull(reader.get(itemKey(user, key).key()));
    }

    /** All items. */
    List<Tracked> items(String user) {
        List<Tracked> items = new ArrayList<>();
        reader.scan(StateKeys.of('I').text(user), (key, value) -> items.add(TRACKED.read(value)));
        return items;
    }

    Exposure exposure(String user, Statuses statuses) {
        return exposure(user, totals(user), statuses);
    }

    /** Of all items, of which the totals are known. */
    Exposure exposure(String user, Totals totals, Statuses statuses) {
        return new Exposure(
                totals.items(),
                totals.cancelled(statuses),
                totals.openAmount(statuses),
                Optional.ofNullable(totals.hints().largest()).or(() -> largest(user, null)),
                totals.distinctSkus());
    }

    /** Of the item that costs most, but one. */
    Optional<BigDecimal> largest(String user, @Nullable ItemKey but) {
        List<BigDecimal> largest = new ArrayList<>();
        reader.scan(StateKeys.of('A').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            BigDecimal amount = BigDecimal.valueOf(~parts.number(), CENTS);
            if (!parts.item().equals(but)) {
                largest.add(amount);
            }
            return largest.isEmpty();
        });
        return largest.stream().findFirst();
    }

    /** Is given items by minute. */
    interface MinuteVisitor {

        void visit(Bytes key, long minute, ItemKey item, Counted counted);
    }

    /** Visits all items that are kept by minute, in the order of the minutes. */
    void scanMinutes(String user, MinuteVisitor visitor) {
        reader.scan(StateKeys.of('M').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            visitor.visit(key, parts.number(), parts.item(), COUNTED.read(value));
            return true;
        });
    }

    long itemsOfSku(String user, String sku) {
        byte[] count = reader.get(skuKey(user, sku).key());
        return count == null ? 0 : ByteBuffer.wrap(count).getLong();
    }

    /** Breaches of items in the order of the items, then of what many users bought. */
    List<Found> breaches(String user) {
        List<Found> found = new ArrayList<>();
        reader.scan(StateKeys.of('B').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            ItemKey item = parts.item();
            return found.add(new Found(parts.text(), Optional.of(item), BREACH.read(value), NOWHERE));
        });
        reader.scan(StateKeys.of('C').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            Crowd crowd = CROWD.read(value);
            return found.add(new Found(parts.text(), Optional.empty(), crowd.breach(), crowd.asOf()));
        });
        return found;
    }

    SortedMap<String, Alert> open(String user) {
        SortedMap<String, Alert> open = new TreeMap<>();
        reader.scan(StateKeys.of('O').text(user), (key, value) -> {
            Alert alert = ALERT.read(value);
            open.put(alert.ruleId(), alert);
            return true;
        });
        return open;
    }

    /** The oldest first. */
    List<AlertEvent> history(String user) {
        List<AlertEvent> events = new ArrayList<>();
        reader.scan(StateKeys.of('H').text(user), (key, value) -> events.add(EVENT.read(value)));
        return events;
    }

    /** What was told of the table's partitions, by users' and by SKUs' stores alike. */
    static List<PartitionNews> frontier(StateReader reader) {
        List<PartitionNews> frontier = new ArrayList<>();
        reader.scan(StateKeys.of('F'), (key, value) -> frontier.add(NEWS.read(value)));
        return frontier;
    }

    static StateKeys totalsKey(String user) {
        return StateKeys.of('T').text(user);
    }

    static StateKeys itemKey(String user, ItemKey key) {
        return StateKeys.of('I').text(user).item(key);
    }

    static StateKeys minuteKey(String user, long minute, ItemKey key) {
        return StateKeys.of('M').text(user).number(minute).item(key);
    }

    static StateKeys amountKey(String user, BigDecimal amount, ItemKey key) {
        long cents = amount.setScale(CENTS).unscaledValue().longValueExact();
        return StateKeys.of('A').text(user).number(~cents).item(key);
    }

    static StateKeys skuKey(String user, String sku) {
        return StateKeys.of('S').text(user).text(sku);
    }

    static StateKeys wakeKey(String user, long minute, ItemKey key) {
        return StateKeys.of('W').text(user).number(minute).item(key);
    }

    static StateKeys breachKey(String user, ItemKey key, String rule) {
        return StateKeys.of('B').text(user).item(key).text(rule);
    }

    static StateKeys crowdKey(String user, String rule, String sku) {
        return StateKeys.of('C').text(user).text(rule).text(sku);
    }

    static StateKeys alertKey(String user, String rule) {
        return StateKeys.of('O').text(user).text(rule);
    }

    static StateKeys eventKey(String user, long number) {
        return StateKeys.of('H').text(user).number(number);
    }

    static StateKeys partitionKey(int partition) {
        return StateKeys.of('F').number(partition);
    }

    final StateReader reader() {
        return reader;
    }

    static String ownerOf(Bytes key) {
        return new Reader(key).text();
    }
}
