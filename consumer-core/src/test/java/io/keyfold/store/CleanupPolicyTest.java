package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CleanupPolicyTest {

    private static CleanupPolicy policy(String policy, String retentionMs, String retentionBytes) {
        Map<String, String> config = new HashMap<>();
        config.put("cleanup.policy", policy);
        config.put("retention.ms", retentionMs);
        config.put("retention.bytes", retentionBytes);
        return CleanupPolicy.of(new TopicConfigs(Map.of("orders", config)), "orders");
    }

    @Test
    void expires_whereverDeleteIsNamed() {
        assertThat(policy("delete", "1", "-1").expires()).isTrue();
        assertThat(policy("compact,delete", "1", "-1").expires()).isTrue();
        assertThat(policy("delete, compact", "1", "-1").expires()).isTrue();
        assertThat(policy("compact", "1", "-1").expires()).isFalse();
    }

    @Test
    void expires_configThatMayNotBeRead_isNotSaid() {
        assertThat(CleanupPolicy.of(TopicConfigs.NONE, "orders").expires()).isFalse();
    }

    @Test
    void consequence_byTime_saysFromWhenOn() {
        assertThat(policy("delete", "604800000", "-1").consequence())
                .isEqualTo(
                        "topic orders has cleanup.policy=delete and retention.ms=604800000: rows untouched for 7 days"
                                + " disappear for new or rebuilt instances");
    }

    @Test
    void consequence_bySizeToo_saysBoth() {
        assertThat(policy("delete", "3600000", "1000").consequence())
                .isEqualTo(
                        "topic orders has cleanup.policy=delete and retention.ms=3600000 and retention.bytes=1000: rows"
                                + " untouched for 1 hour and the oldest rows of a partition of more than 1000 bytes disappear for"
                                + " new or rebuilt instances");
    }

    @Test
    void consequence_withoutLimits_saysWhatWouldHappen() {
        assertThat(policy("compact,delete", "-1", "-1").consequence())
                .isEqualTo(
                        "topic orders has cleanup.policy=compact,delete: as soon as it is given a retention, old rows"
                                + " disappear for new or rebuilt instances");
    }

    @Test
    void inWords_anyTime_takesTheLargestUnitThatFits() {
        assertThat(CleanupPolicy.inWords(0)).isEqualTo("0 ms");
        assertThat(CleanupPolicy.inWords(1_500)).isEqualTo("1500 ms");
        assertThat(CleanupPolicy.inWords(90_000)).isEqualTo("90 seconds");
        assertThat(CleanupPolicy.inWords(60_000)).isEqualTo("1 minute");
        assertThat(CleanupPolicy.inWords(129_600_000)).isEqualTo("36 hours");
        assertThat(CleanupPolicy.inWords(86_400_000)).isEqualTo("1 day");
    }
}
