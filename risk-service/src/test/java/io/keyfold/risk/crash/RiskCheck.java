package io.keyfold.risk.crash;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.rule.RuleBook;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Asks all instances, and the topic of alerts, for everything, and compares it with the batch. For one thread. */
final class RiskCheck {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final int CENTS = 2;

    private final List<RiskProcess> instances;
    private final CommittedItems items;
    private final AlertLog alerts;
    private final RuleBook rules;
    private final int users;

    RiskCheck(List<RiskProcess> instances, CommittedItems items, AlertLog alerts, RuleBook rules, int users) {
        this.instances = instances;
        this.items = items;
        this.alerts = alerts;
        this.rules = rules;
        this.users = users;
    }

    /** When nothing is written any more. */
    void equalsTheBatch() {
        items.readOn();
        for (RiskProcess instance : instances) {
            for (int user = 0; user < users; user++) {
                exposureEqualsTheBatch(instance, "U" + user);
            }
        }
        await().atMost(PATIENCE).pollInterval(BETWEEN_LOOKS).untilAsserted(this::alertsEqualTheBatch);
        assertThat(alerts.faults()).as("records of alerts without a reason").isEmpty();
    }

    /** An answer that says that it has everything has it. */
    private void exposureEqualsTheBatch(RiskProcess instance, String user) {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(BETWEEN_LOOKS)
                .until(() -> {
                    long minute = minute();
                    Optional<JsonNode> reply = instance.ask("/v1/risk/users/" + user + "/exposure");
                    reply.ifPresent(last::set);
                    return reply.filter(this::hasEverything).isPresent() && minute == minute();
                });
        JsonNode reply = requireNonNull(last.get(), "reply");
        long minute = minute(Instant.parse(reply.path("at").asText()));
        assertThat(sum(reply.path("exposure")))
                .as("%s asked of %s", user, instance)
                .isEqualTo(sum(items.model().exposure(user, rules, Optional.empty(), minute)));
        assertThat(reply.path("trailing").size()).as("trailing sums").isGreaterThanOrEqualTo(3);
        for (JsonNode trailing : reply.path("trailing")) {
            Duration within = Duration.parse(trailing.path("within").asText());
            assertThat(sum(trailing.path("exposure")))
                    .as("%s within %s asked of %s", user, within, instance)
                    .isEqualTo(sum(items.model().exposure(user, rules, Optional.of(within), minute)));
        }
    }

    private boolean hasEverything(JsonNode reply) {
        SortedMap<Integer, Long> asOf = new TreeMap<>();
        for (JsonNode position : reply.path("as_of")) {
            asOf.put(
                    position.path("partition").intValue(),
                    position.path("position").longValue());
        }
        return items.next().entrySet().stream()
                .allMatch(next -> asOf.getOrDefault(next.getKey(), -1L) >= next.getValue());
    }

    /** The minute that it is. */
    static long minute() {
        return minute(Instant.now());
    }

    private static long minute(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), 60L);
    }

    private static String sum(JsonNode sum) {
        return sum.path("items") + " items, open " + sum.path("open_amount").asText() + ", cancelled "
                + sum.path("cancelled") + ", share "
                + sum.path("cancelled_share").asText() + ", largest "
                + sum.path("largest_item").asText() + ", SKUs " + sum.path("distinct_skus");
    }

    private static String sum(Exposure exposure) {
        return exposure.items() + " items, open " + cents(exposure.openAmount()) + ", cancelled "
                + exposure.cancelled() + ", share " + exposure.cancelledShare().toPlainString() + ", largest "
                + exposure.largest().map(RiskCheck::cents).orElse("null") + ", SKUs " + exposure.distinctSkus();
    }

    private static String cents(BigDecimal amount) {
        return amount.setScale(CENTS).toPlainString();
    }

    private void alertsEqualTheBatch() {
        long minute = minute();
        SortedMap<String, SaidAlert> expected = new TreeMap<>();
        items.model().alerts(rules, minute).forEach((id, alert) -> expected.put(id, SaidAlert.of(alert)));
        alerts.readOn();
        assertThat(alerts.open()).as("risk_alert").isEqualTo(expected);
        for (RiskProcess instance : instances) {
            SortedMap<String, SaidAlert> open = new TreeMap<>();
            for (int user = 0; user < users; user++) {
                JsonNode reply =
                        instance.ask("/v1/risk/users/U" + user + "/alerts").orElseThrow(AssertionError::new);
                assertThat(reply.path("complete").booleanValue()).as("complete").isTrue();
                for (JsonNode alert : reply.path("alerts")) {
                    open.put(
                            alert.path("user_id").asText() + " "
                                    + alert.path("rule_id").asText(),
                            SaidAlert.ofReply(alert));
                }
            }
            assertThat(open).as("open alerts asked of %s", instance).isEqualTo(expected);
        }
        assertThat(minute()).as("the minute of the comparison").isEqualTo(minute);
    }
}
