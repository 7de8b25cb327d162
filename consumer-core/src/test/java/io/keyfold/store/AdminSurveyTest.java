package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminSurveyTest {

    private static Config allows(String timeout) {
        return new Config(List.of(new ConfigEntry("transaction.max.timeout.ms", timeout)));
    }

    @Test
    void longest_allTell_isTheLargest() {
        assertThat(AdminSurvey.longest(List.of(allows("900000"), allows("3600000"), allows("900000"))))
                .hasValue(Duration.ofHours(1));
    }

    @Test
    void longest_oneLacksIt_isNotKnown() {
        assertThat(AdminSurvey.longest(List.of(allows("900000"), new Config(List.of()))))
                .isEmpty();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "")
    void longest_oneHidesIt_isNotKnown(String value) {
        assertThat(AdminSurvey.longest(List.of(allows("900000"), allows(value))))
                .isEmpty();
    }

    @Test
    void longest_noBroker_isNotKnown() {
        assertThat(AdminSurvey.longest(List.of())).isEmpty();
    }
}
