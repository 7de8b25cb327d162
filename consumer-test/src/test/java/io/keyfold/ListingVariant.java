package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.function.ObjIntConsumer;

/** The ways to list a table of {@value #ROWS} rows, each checked for what it gives. */
enum ListingVariant {
    FULL_PAGE((table, i) -> assertThat(table.scan(Scan.all()).rows()).hasSize(1_000)),
    LARGEST_PAGE((table, i) -> {
        if (i % 50 == 0) {
            assertThat(table.scan(Scan.all().limit(Scan.MAX_LIMIT)).rows()).hasSize(Scan.MAX_LIMIT);
        }
    }),
    PAGE_OF_TEN((table, i) ->
            assertThat(table.scan(Scan.all().limit(10).after(key(i))).rows()).hasSize(10)),
    REVERSE((table, i) -> assertThat(table.scan(Scan.all().reverse().limit(10).after(key(ListingVariant.ROWS - 1 - i)))
                    .rows())
            .hasSize(10)),
    PREFIX((table, i) -> assertThat(table.scan(Scan.prefix(order(i))).rows()).hasSize(1)),
    COUNT((table, i) -> assertThat(table.count(Scan.all()).rows()).isEqualTo(1_000)),
    REFUSED((table, i) -> assertThatThrownBy(
                    () -> table.scan(Scan.prefix(order(i)).after(key(i + 1))))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("after: another key"));

    static final int ROWS = 20_000;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final ObjIntConsumer<UpsertTable<RowJson>> request;

    ListingVariant(ObjIntConsumer<UpsertTable<RowJson>> request) {
        this.request = request;
    }

    void ask(UpsertTable<RowJson> table, int number) {
        request.accept(table, number);
    }

    static String order(int i) {
        return "A" + (100_000 + i);
    }

    private static RowKey key(int i) {
        return RowKey.of(order(i), "I02");
    }
}
