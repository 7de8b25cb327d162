package io.keyfold.risk;

import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.metrics.RiskMeters;
import io.keyfold.risk.rule.FailureLog;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.Rules;
import io.keyfold.risk.stream.RiskDesk;
import io.keyfold.risk.stream.RiskTopology;
import io.keyfold.risk.stream.StaleDecisions;
import io.keyfold.risk.stream.TableFreshness;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.SourceTables;
import io.keyfold.store.UpsertProduced;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.OptionalLong;

/** Wires the pure parts to the consumer: the one place where they meet. */
@Factory
final class RiskFactory {

    private final RiskSettings settings;

    RiskFactory(Environment environment) {
        this.settings = RiskSettings.in(environment);
    }

    @Singleton
    FailureLog failures() {
        return new FailureLog(InstantSource.system());
    }

    @Singleton
    Judge judge(Rules rules, RiskMeters meters) {
        return new Judge(rules::current, meters);
    }

    @Singleton
    StaleDecisions staleDecisions() {
        return settings.staleDecisions();
    }

    @Singleton
    RiskDesk desk(Judge judge) {
        return new RiskDesk(judge, settings.eventZone(), InstantSource.system());
    }

    @Singleton
    DerivedTopology topology(Judge judge, RiskMeters meters) {
        RiskTopology risk =
                new RiskTopology(judge, settings.eventZone(), settings.staleDecisions(), meters, System::nanoTime);
        return (builder, tables) -> risk.build(
                        builder, tables.table(RiskTables.ITEMS, OrderItem.class), freshness(tables))
                .to(tables.contract(RiskTables.ALERTS).topic(), UpsertProduced.of(tables.contract(RiskTables.ALERTS)));
    }

    private static TableFreshness freshness(SourceTables tables) {
        return new TableFreshness() {
            @Override
            public int partitions() {
                return tables.partitionCount(RiskTables.ITEMS);
            }

            @Override
            public boolean isCaughtUp(int partition) {
                return tables.isCaughtUp(RiskTables.ITEMS, partition);
            }

            @Override
            public OptionalLong position(int partition) {
                return tables.position(RiskTables.ITEMS, partition);
            }

            @Override
            public boolean isStale(int partition) {
                return tables.stale(RiskTables.ITEMS, partition).isPresent();
            }
        };
    }
}
