package io.keyfold.risk.stream;

import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.stream.StateKeys.Reader;
import io.keyfold.risk.stream.UserReads.Minutes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is kept of the SKUs of one partition.
 *
 * <pre>
 * T sku                    Plan
 * I sku item               Bought: who bought the item, and when
 * M sku minute item        Bought: items by the minute of their last change
 * C sku rule user          Breach: users who were told that a rule says too much, and what
 * F partition              PartitionNews
 * </pre>
 */
class SkuReads {

    static final Json<Plan> PLAN = Json.of(Plan.class);
    static final Json<Bought> BOUGHT = Json.of(Bought.class);

    private final StateReader reader;

    /**
     * When a SKU is to be judged.
     *
     * @param due whether something has changed since it was last judged
     * @param wakeAt the minute at which the judgement may change by itself; null if never
     * @param rules the version of the rules that it was judged by
     */
    record Plan(boolean due, @Nullable Long wakeAt, String rules) {}

    /** Who bought an item, and in which minute it was last changed. */
    record Bought(String userId, @Nullable Long minute) {}

    SkuReads(StateReader reader) {
        this.reader = reader;
    }

    StateReader reader() {
        return reader;
    }

    @Nullable
    Bought item(String sku, ItemKey key) {
        return BOUGHT.readOrNull(reader.get(itemKey(sku, key).key()));
    }

    /** Who has items that were changed in these minutes, but one. */
    Set<String> users(String sku, Minutes minutes, @Nullable ItemKey but) {
        Set<String> users = new TreeSet<>();
        addTo(users, sku, minutes, but);
        return users;
    }

    /** Adds who has items that were changed in these minutes, but one. */
    Timeline.Seen addTo(Set<String> users, String sku, Minutes minutes, @Nullable ItemKey but) {
        return new Timeline(reader, sku).visit(minutes, (item, value) -> {
            if (but == null || !item.item().equals(but)) {
                users.add(BOUGHT.read(value).userId());
            }
        });
    }

    /** By rule, those who were told that it says too much, and what. */
    Map<String, Map<String, Breach>> told(String sku) {
        Map<String, Map<String, Breach>> told = new TreeMap<>();
        reader.scan(StateKeys.of('C').text(sku), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            told.computeIfAbsent(parts.text(), rule -> new TreeMap<>()).put(parts.text(), UserReads.BREACH.read(value));
            return true;
        });
        return told;
    }

    static StateKeys planKey(String sku) {
        return StateKeys.of('T').text(sku);
    }

    static StateKeys itemKey(String sku, ItemKey key) {
        return StateKeys.of('I').text(sku).item(key);
    }

    static StateKeys minuteKey(String sku, long minute, ItemKey key) {
        return StateKeys.of('M').text(sku).number(minute).item(key);
    }

    static StateKeys toldKey(String sku, String rule, String user) {
        return StateKeys.of('C').text(sku).text(rule).text(user);
    }
}
