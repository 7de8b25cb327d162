package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.OrderItem;
import io.keyfold.OrderProjection;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether all that a consumer has is what it should be, and nothing of it is stale. */
final class Rightness {

    private Rightness() {}

    /** Fails if it is not. */
    static void check(UpsertConsumer consumer, ReaderSettings settings, Collection<OrderItem> live) {
        Derived expected = Derived.of(live);
        UpsertTable<RowJson> table = consumer.table(ZombieScene.ITEMS);
        assertThat(freshItems(table)).as("items").isEqualTo(expected.items());
        for (OrderProjection projection : ReaderSettings.PROJECTIONS) {
            assertThat(projection.actual(table)).as(projection.declaredName()).contains(projection.expected(live));
        }
        if (settings.isDerived()) {
            assertThat(DerivedItems.read(consumer, expected.items())).isEqualTo(expected);
        }
    }

    private static Map<String, String> freshItems(UpsertTable<RowJson> table) {
        Map<String, String> items = new TreeMap<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Page<RowJson> page =
                    table.scan(after.map(key -> Scan.all().after(key)).orElse(Scan.all()));
            assertThat(page.isComplete()).as("complete").isTrue();
            for (Row<RowJson> row : page.rows()) {
                items.put(
                        DerivedItems.order(row.key()),
                        row.stale().isEmpty() ? ItemText.ofItem(row.value().text()) : "stale");
            }
            after = page.next();
        } while (after.isPresent());
        return items;
    }
}
