package io.keyfold.dashboard.totals;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.health.TableStatus;
import io.keyfold.micronaut.health.PartitionReply;
import io.keyfold.micronaut.health.ReadinessReason;
import io.keyfold.micronaut.scan.FullScan;
import io.micronaut.context.annotation.Context;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Computes the totals from the table as it is now. Any thread may call it.
 *
 * <p>It scans the whole table, which is true at any size and quick only at a small one. Totals kept with the table are to
 * come.
 */
@Context // made at the start, so that a table that is not configured is told then
final class TotalsReader {

    private static final String TABLE = "dwd_order_item";

    private final UpsertTable<OrderItem> table;

    TotalsReader(UpsertConsumer consumer) {
        this.table = consumer.table(TABLE, OrderItem.class);
    }

    UpsertTable<OrderItem> table() {
        return table;
    }

    /** {@return the totals; not ready while a partition is restored: what lacks it would be taken for the truth} */
    TotalsReply read() {
        TableStatus status = table.status();
        Optional<String> reason = ReadinessReason.of(status);
        if (reason.isPresent()) {
            return notReady(reason.get(), status);
        }
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Totals totals = new Totals();
        FullScan scan = FullScan.of(table, row -> totals.add(row.value()));
        return scan.hasReadNothing()
                ? notReady(scan.missing().get(0).reason(), status)
                : TotalsReply.Ready.of(at, totals, scan);
    }

    private static TotalsReply notReady(String reason, TableStatus status) {
        return new TotalsReply.NotReady(
                reason, status.partitions().stream().map(PartitionReply::of).toList());
    }
}
