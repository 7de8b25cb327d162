package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.changedAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.item.Item;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChangedOftenTest {

    private static final ChangedOften TWICE = new ChangedOften("r", "low", 2, Duration.ofMinutes(10));

    @Test
    void check_moreThanTheLimit_saysHowOften() {
        assertThat(TWICE.check(changedAt(91, 95, 100), 100)).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("3");
            assertThat(breach.limit()).isEqualByComparingTo("2");
            assertThat(breach.why()).isEqualTo("Changed 3 times in the last 10 minutes, above the limit of 2.");
        });
    }

    @Test
    void check_asOftenAsTheLimit_isClear() {
        assertThat(TWICE.check(changedAt(99, 100), 100)).isEmpty();
    }

    @Test
    void check_changeThatHasLeft_doesNotCount() {
        assertThat(TWICE.check(changedAt(90, 95, 100), 100)).isEmpty();
    }

    @Test
    void check_changeStillToCome_countsWhenItHasCome() {
        Item item = changedAt(99, 100, 103);

        assertThat(TWICE.check(item, 100)).isEmpty();
        assertThat(TWICE.check(item, 103)).isPresent();
    }

    @Test
    void check_asManyAsAreRemembered_saysThatTheyMayBeMore() {
        Item item = changedAt(LongStream.range(0, 70).map(i -> 100).toArray());

        assertThat(TWICE.check(item, 100))
                .map(Breach::why)
                .hasValue("Changed 64 times or more in the last 10 minutes, above the limit of 2.");
    }

    @Test
    void changesAt_nextLeaves_isThatMinute() {
        assertThat(TWICE.changesAt(changedAt(80, 95, 97), 100)).isEqualTo(OptionalLong.of(105));
    }

    @Test
    void changesAt_nextEnters_isThatMinute() {
        assertThat(TWICE.changesAt(changedAt(95, 101), 100)).isEqualTo(OptionalLong.of(101));
    }

    @Test
    void changesAt_allHaveLeft_isNever() {
        assertThat(TWICE.changesAt(changedAt(80, 90), 100)).isEmpty();
    }

    /** Between two such minutes the answer stays. */
    @Test
    void changesAt_stepByStep_missesNoOtherAnswer() {
        Item item = changedAt(88, 92, 92, 96, 99, 104, 104);
        OptionalLong next = TWICE.changesAt(item, 80);
        for (long minute = 81; minute < 130; minute++) {
            if (next.isPresent() && minute == next.getAsLong()) {
                next = TWICE.changesAt(item, minute);
            } else {
                assertThat(TWICE.check(item, minute)).isEqualTo(TWICE.check(item, minute - 1));
            }
        }

        assertThat(next).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64})
    void new_limitThatIsNotRemembered_isRefused(int limit) {
        assertThatThrownBy(() -> new ChangedOften("r", "low", limit, Duration.ofMinutes(10)))
                .hasMessage("limit: " + limit + " (expected: 1 .. 63)");
    }
}
