package io.keyfold;

import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.Optional;
import java.util.function.Consumer;

/** Walks a scan to its end, page by page. */
final class Pages {

    private Pages() {}

    static void each(UpsertTable<RowJson> table, Scan scan, Consumer<Page<RowJson>> visitor) {
        Optional<RowKey> after = Optional.empty();
        do {
            Page<RowJson> page = table.scan(after.map(scan::after).orElse(scan));
            visitor.accept(page);
            after = page.next();
        } while (after.isPresent());
    }
}
