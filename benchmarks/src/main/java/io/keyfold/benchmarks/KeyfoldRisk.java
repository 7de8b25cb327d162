package io.keyfold.benchmarks;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.config.Materialization;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.TableCounts;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.TableFreshness;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.SourceTables;
import io.keyfold.store.UpsertProduced;
import java.util.OptionalLong;

/** The topology on our table, as {@code risk-service} has it, everything else at the builder's defaults. */
final class KeyfoldRisk implements RiskContender {

    private final UpsertConsumer consumer;
    private final UpsertTable<RowJson> table;

    KeyfoldRisk(Assignment assignment) {
        TableContract items = assignment.contract();
        TableContract alerts = RiskContender.alerts(assignment.topic());
        this.consumer = UpsertConsumer.builder("risk-" + assignment.topic())
                .bootstrapServers(assignment.bootstrapServers())
                .stateDir(assignment.stateDir())
                .materialization(Materialization.CHANGELOG)
                .table(items)
                .topology((builder, tables) -> RiskContender.topology()
                        .build(builder, tables.table(items.name(), OrderItem.class), freshness(tables, items.name()))
                        .to(alerts.topic(), UpsertProduced.of(alerts)))
                .build();
        this.table = consumer.table(items.name());
    }

    private static TableFreshness freshness(SourceTables tables, String items) {
        return new TableFreshness() {
            @Override
            public int partitions() {
                return tables.partitionCount(items);
            }

            @Override
            public boolean isCaughtUp(int partition) {
                return tables.isCaughtUp(items, partition);
            }

            @Override
            public OptionalLong position(int partition) {
                return tables.position(items, partition);
            }

            @Override
            public boolean isStale(int partition) {
                return tables.stale(items, partition).isPresent();
            }
        };
    }

    @Override
    public void start() {
        consumer.start();
    }

    @Override
    public long records() {
        TableCounts counts = table.status().counts();
        return counts.applied() + counts.unchanged();
    }

    @Override
    public void requireAlive() {
        TableStatus status = table.status();
        status.failure().ifPresent(failure -> {
            throw new IllegalStateException("Cannot follow " + status.table() + ": " + failure);
        });
    }

    @Override
    public void close() {
        consumer.close();
    }
}
