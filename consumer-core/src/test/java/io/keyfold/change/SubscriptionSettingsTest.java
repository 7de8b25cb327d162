package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionSettingsTest {

    @Test
    void defaults_joinNothing() {
        assertThat(SubscriptionSettings.DEFAULTS.joinWithin()).isEmpty();
    }

    @Test
    void joinDeleteAndInsert_ofDefaults_givesNewSettings() {
        SubscriptionSettings settings = SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofMinutes(1));

        assertThat(settings.joinWithin()).contains(Duration.ofMinutes(1));
        assertThat(settings).hasToString("SubscriptionSettings[joinWithin=PT1M]");
        assertThat(SubscriptionSettings.DEFAULTS.joinWithin()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT1M0.000000001S"})
    void joinDeleteAndInsert_timeOutOfBounds_isRefused(Duration within) {
        assertThatThrownBy(() -> SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(within))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("within: " + within + " (expected: more than PT0S, at most PT1M)");
    }
}
