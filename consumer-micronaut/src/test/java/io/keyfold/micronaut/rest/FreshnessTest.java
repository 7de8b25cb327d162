package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.ReadOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FreshnessTest {

    private static Freshness take(String query) {
        return Freshness.take(Parameters.parse(query), "orders-v1", () -> 6);
    }

    @Test
    void take_nothing_isAnythingAnywhereNow() {
        assertThat(take("")).isSameAs(Freshness.NOW);
        assertThat(take("order_id=A")).isSameAs(Freshness.NOW);
        assertThat(Freshness.NOW.options()).isSameAs(ReadOptions.ANYWHERE);
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "5s, 5000", "2m, 120000", "1h, 3600000", "24h, 86400000", "PT5S, 5000", "PT0.25S, 250"})
    void take_maxStaleness_isADuration(String text, long millis) {
        assertThat(take("max-staleness=" + text).options().maxStaleness()).contains(Duration.ofMillis(millis));
    }

    @Test
    void take_minPosition_hasTheFormOfTheHeader() {
        String header = RowHeaders.asOf(new PartitionPosition("orders-v1", 3, 1843));

        assertThat(take("min-position=" + header + ",orders-v1-0%407").options().atLeast())
                .containsExactly(new PartitionPosition("orders-v1", 3, 1843), new PartitionPosition("orders-v1", 0, 7));
    }

    @Test
    void take_wait_isBounded() {
        assertThat(take("wait=10s").patience()).isEqualTo(Duration.ofSeconds(10));
        assertThat(take("wait=10s").options()).isSameAs(ReadOptions.ANYWHERE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-staleness=5 | max-staleness: no duration (expected: one such as 500ms, 5s or PT5S)",
                "max-staleness=-5s | max-staleness: no duration (expected: one such as 500ms, 5s or PT5S)",
                "max-staleness=PT-5S | max-staleness: no duration (expected: one such as 500ms, 5s or PT5S)",
                "max-staleness=0s | max-staleness: zero (expected: more, such as 5s)",
                "max-staleness=86400001ms | max-staleness: more than a day (expected: 24h at the most)",
                "max-staleness=PT2562047788015215H | max-staleness: more than a day (expected: 24h at the most)",
                "max-staleness=PT25620477880152150H | max-staleness: no duration (expected: one such as 500ms, 5s or PT5S)",
                "wait=PT2562047788015215H | wait: longer than 10s (expected: 0s .. 10s)",
                "wait=10001ms | wait: longer than 10s (expected: 0s .. 10s)",
                "min-position=orders-v2-3@1 | min-position: of another topic (expected: orders-v1)",
                "min-position=orders-v1-6@1 | min-position: partition 6 (expected: 0 .. 5)",
                "min-position=orders-v1-1@1,orders-v1-1@2 | min-position: partition 1 twice (expected: each once)",
                "min-position=x | min-position: another form (expected: <topic>-<partition>@<position>, as Keyfold-As-Of"
                        + " has it, separated by commas)"
            })
    void take_wrong_isRefusedByName(String query, String detail) {
        assertThatThrownBy(() -> take(query))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.BAD_PARAMETER))
                .hasMessage(detail);
    }
}
