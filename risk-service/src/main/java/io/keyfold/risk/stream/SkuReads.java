package io.keyfold.risk.stream;

import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.stream.StateKeys.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** Who has items that were changed in these minutes. */
    Set<String> users(String sku, UserReads.Minutes minutes) {
        return users(sku, minutes, null);
    }

    /** Who has items that were changed in these minutes, but one. */
    Set<String> users(String sku, UserReads.Minutes minutes, @Nullable ItemKey but) {
        Set<String> users = new TreeSet<>();
        reader.scan(
                StateKeys.of('M').text(sku).number(minutes.from()).key(),
                StateKeys.of('M').text(sku).number(minutes.to()).end(),
                (key, value) -> {
                    Reader parts = new Reader(key);
                    parts.text();
                    parts.number();
                    if (but == null || !parts.item().equals(but)) {
                        users.add(BOUGHT.read(value).userId());
                    }
                    return true;
                });
        return users;
    }

    /** The first minute at or after this one of which there are items; empty if there is none. */
    Optional<Long> minuteFrom(String sku, long from) {
        List<Long> first = new ArrayList<>();
        reader.scan(
                StateKeys.of('M').text(sku).number(from).key(),
                StateKeys.of('M').text(sku).end(),
                (key, value) -> {
                    Reader parts = new Reader(key);
                    parts.text();
                    first.add(parts.number());
                    return false;
                });
        return first.stream().findFirst();
    }

    /** Those who were told that a rule says too much, and what. */
    Map<String, Breach> told(String sku, String rule) {
        Map<String, Breach> told = new TreeMap<>();
        reader.scan(StateKeys.of('C').text(sku).text(rule), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            parts.text();
            told.put(parts.text(), UserReads.BREACH.read(value));
            return true;
        });
        return told;
    }

    /** The rules by which somebody was told something. */
    Set<String> toldBy(String sku) {
        Set<String> rules = new TreeSet<>();
        reader.scan(StateKeys.of('C').text(sku), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            rules.add(parts.text());
            return true;
        });
        return rules;
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
