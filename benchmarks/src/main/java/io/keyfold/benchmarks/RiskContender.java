package io.keyfold.benchmarks;

import static java.time.ZoneOffset.UTC;

import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.RulesFile;
import io.keyfold.risk.stream.RiskEvents;
import io.keyfold.risk.stream.RiskTopology;
import io.keyfold.risk.stream.StaleDecisions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** A table of order items with the risk topology on it, ours or stock. Made, started once, closed. */
interface RiskContender extends AutoCloseable {

    /** Begins to read. */
    void start();

    /** {@return how many records of the items' topic have been applied since the start} */
    long records();

    /** Fails if it has. */
    void requireAlive();

    @Override
    void close();

    static RiskContender of(Assignment assignment) {
        return switch (assignment.contender()) {
            case KEYFOLD -> new KeyfoldRisk(assignment);
            case STOCK -> new StockRisk(assignment, false);
            case TRANSACTIONAL -> new StockRisk(assignment, true);
            case POLL, ROCKSDB, DECLARED, CHANGELOG ->
                throw new IllegalArgumentException(
                        "contender: " + assignment.contender() + " (expected: KEYFOLD, STOCK or TRANSACTIONAL)");
        };
    }

    /** {@return the alerts that are written of the items of a topic} */
    static TableContract alerts(String items) {
        return TableContracts.named("risk_alert").withTopic("risk_alert-of-" + items);
    }

    /** {@return the rules: each kind that there is} */
    static RuleBook rules() {
        String name = "risk-benchmark-rules.yml";
        try (InputStream yaml = Objects.requireNonNull(RiskContender.class.getResourceAsStream(name), name)) {
            return RulesFile.parse(name, yaml.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    /** {@return what all build on their table} */
    static RiskTopology topology() {
        RuleBook rules = rules();
        Judge judge = new Judge(() -> rules, (rule, thrown) -> {
            throw new IllegalStateException("Cannot judge: " + rule + " threw", thrown);
        });
        return new RiskTopology(judge, UTC, StaleDecisions.MARK, RiskEvents.NONE, System::nanoTime);
    }
}
