package io.keyfold.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRequirementsTest {

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "PT2562047788015H12M55.808S", "PT2562047788015215H"})
    void new_retentionThatKafkaCannotHold_isRefusedWithTheRange(String retention) {
        Duration duration = Duration.parse(retention);

        assertThatThrownBy(() -> new TopicRequirements(duration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deleteRetention: " + retention + " (expected: PT0S .. PT2562047788015H12M55.807S)");
    }

    @Test
    void new_longestRetention_isKept() {
        TopicRequirements longest = new TopicRequirements(Duration.ofMillis(Long.MAX_VALUE));

        assertThat(longest.deleteRetention().toMillis()).isEqualTo(Long.MAX_VALUE);
    }
}
