package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Meters over a table without a broker. */
final class TableMetersTest {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));
    private final TableMeters meters = TableMeters.register(registry, driver.table());

    @AfterEach
    void close() {
        registry.close();
        driver.close();
    }

    private double records(String outcome) {
        return registry.get("keyfold.records")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void records_byOutcome_addUpToThoseRead() {
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":1}");
        driver.rawText(KEY, "nonsense");
        driver.rawText(KEY, null);

        assertThat(records("inserted")).isEqualTo(1);
        assertThat(records("unchanged")).isEqualTo(1);
        assertThat(records("updated")).isEqualTo(1);
        assertThat(records("dead-lettered")).isEqualTo(1);
        assertThat(records("deleted")).isEqualTo(1);
        assertThat(records("skipped")).isZero();
        assertThat(registry.get("keyfold.records.read").functionCounter().count())
                .isEqualTo(5);
    }

    @Test
    void deadLetters_newReason_isCountedOnceFollowed() {
        driver.rawText(KEY, "nonsense");
        driver.rawText(KEY, "nonsense");

        meters.follow();
        meters.follow();

        assertThat(registry.get("keyfold.dead.letters").functionCounters()).hasSize(1);
        assertThat(registry.get("keyfold.dead.letters")
                        .tag("reason", "not-json")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void partitions_followed_haveLagAndPosition() {
        driver.rawText(KEY, KEY);

        meters.follow();

        assertThat(registry.get("keyfold.table.ready").gauge().value()).isEqualTo(1);
        assertThat(registry.get("keyfold.partition.position")
                        .tag("partition", "0")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }
}
