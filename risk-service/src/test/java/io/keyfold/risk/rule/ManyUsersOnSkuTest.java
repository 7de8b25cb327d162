package io.keyfold.risk.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ManyUsersOnSkuTest {

    private static final ManyUsersOnSku RULE = new ManyUsersOnSku("r", "medium", 20, Duration.ofMinutes(10));

    @Test
    void check_asManyAsTheLimit_isABreachThatTellsTheLimit() {
        assertThat(RULE.check("SKU-7", 20)).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("20");
            assertThat(breach.limit()).isEqualByComparingTo("20");
            assertThat(breach.why())
                    .isEqualTo("20 or more users have items of SKU-7 that were changed in the last 10 minutes.");
        });
    }

    @Test
    void check_moreThanTheLimit_saysTheSame() {
        assertThat(RULE.check("SKU-7", 35)).isPresent().isEqualTo(RULE.check("SKU-7", 20));
    }

    @Test
    void check_fewer_isClear() {
        assertThat(RULE.check("SKU-7", 19)).isEmpty();
    }

    @Test
    void new_noUsers_isRefused() {
        assertThatThrownBy(() -> new ManyUsersOnSku("r", "medium", 0, Duration.ofMinutes(10)))
                .hasMessage("limit: 0 (expected: 1 or more)");
    }
}
