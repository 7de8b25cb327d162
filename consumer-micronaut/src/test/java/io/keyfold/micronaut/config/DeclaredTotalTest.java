package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeclaredTotalTest {

    @Test
    void parse_measureAlone_isOneGroup() {
        assertThat(DeclaredTotal.parse(" top(3, amount) "))
                .isEqualTo(new DeclaredTotal(Measure.top(3, "amount"), List.of()));
    }

    @Test
    void parse_groupings_areInTheirOrder() {
        assertThat(DeclaredTotal.parse("count() by user_id, minute(update_time),day(paid_at, Asia/Shanghai)"))
                .isEqualTo(new DeclaredTotal(
                        Measure.count(),
                        List.of(
                                Grouping.column("user_id"),
                                Grouping.minute("update_time"),
                                Grouping.day("paid_at", ZoneId.of("Asia/Shanghai")))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "amount",
                "sum()",
                "sum(a, b)",
                "avg(amount)",
                "top(amount)",
                "top(x, amount)",
                "sum(amount) by",
                "sum(amount) by a,",
                "sum(amount) by hour(t)",
                "sum(amount) order_status",
                "count() by minute()"
            })
    void parse_whatIsNoTotal_saysWhatIsExpected(String text) {
        assertThatThrownBy(() -> DeclaredTotal.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("(expected: " + DeclaredTotal.FORM + ")");
    }

    @Test
    void parse_unknownZone_isNamed() {
        assertThatThrownBy(() -> DeclaredTotal.parse("count() by day(t, Mars/Base)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Mars/Base (expected: a zone such as Asia/Shanghai)");
    }
}
