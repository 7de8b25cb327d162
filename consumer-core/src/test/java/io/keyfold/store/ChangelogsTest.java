package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is derived may be as old as the changelog that forgets first. */
class ChangelogsTest {

    private static final long MADE_WITH_MS = 1_000;

    private static TopicConfigs retentions(Map<String, String> byTopic) {
        return new TopicConfigs(byTopic.entrySet().stream()
                .collect(
                        Collectors.toMap(Map.Entry::getKey, entry -> Map.of("delete.retention.ms", entry.getValue()))));
    }

    private static long least(Map<String, String> retentions) {
        return new Changelogs(retentions.keySet(), retentions(retentions)).leastRetentionMs(MADE_WITH_MS);
    }

    @Test
    void of_allTopics_areTheChangelogsOfTheApplication() {
        Set<String> topics = Set.of(
                "shop-orders-changelog",
                "shop-KSTREAM-AGGREGATE-STATE-STORE-0000000003-changelog",
                "shop-counted-repartition",
                "orders",
                "changelog",
                "shopping-orders-changelog");

        assertThat(Changelogs.of("shop", topics))
                .containsExactlyInAnyOrder(
                        "shop-orders-changelog", "shop-KSTREAM-AGGREGATE-STATE-STORE-0000000003-changelog");
    }

    @Test
    void leastRetentionMs_noneThere_isWhatTheyAreMadeWith() {
        assertThat(Changelogs.NONE.leastRetentionMs(MADE_WITH_MS)).isEqualTo(MADE_WITH_MS);
    }

    @Test
    void leastRetentionMs_oneWasLowered_isThatOnes() {
        assertThat(least(Map.of("a", "5000", "b", "10", "c", "1000"))).isEqualTo(10);
        assertThat(least(Map.of("a", "0"))).isZero();
    }

    @Test
    void leastRetentionMs_allWereRaised_isThatOfTheNextOne() {
        assertThat(least(Map.of("a", "5000", "b", "6000"))).isEqualTo(MADE_WITH_MS);
    }

    @Test
    void leastRetentionMs_oneThatMayNotBeRead_countsAsMade() {
        Changelogs changelogs = new Changelogs(Set.of("a", "b"), retentions(Map.of("a", "2000")));

        assertThat(changelogs.leastRetentionMs(MADE_WITH_MS)).isEqualTo(MADE_WITH_MS);
        assertThat(changelogs.isHidden("b")).isTrue();
        assertThat(changelogs.isHidden("a")).isFalse();
        assertThat(changelogs.isHidden("c")).as("is not there").isFalse();
    }
}
