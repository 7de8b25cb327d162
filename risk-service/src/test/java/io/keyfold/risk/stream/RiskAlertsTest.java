package io.keyfold.risk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.UserRule;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When alerts open, change and close; with one rule at a time. */
class RiskAlertsTest {

    private static final LocalDateTime NOW = LocalDateTime.ofInstant(TopologyScene.START, ZoneOffset.UTC);
    private static final ItemKey I1 = new ItemKey("A1", "I1");

    @TempDir
    private Path stateDir;

    private @Nullable TopologyScene opened;

    private TopologyScene scene(String... rules) {
        return scene(StaleDecisions.MARK, book(rules));
    }

    private TopologyScene scene(StaleDecisions decisions, RuleBook book) {
        TopologyScene scene = new TopologyScene(book, decisions, stateDir);
        opened = scene;
        return scene;
    }

    private static RuleBook book(String... rules) {
        return TestRules.parse(
                "statuses: {cancelled: [CANCELLED], done: [DONE]}\nrules:\n  - " + String.join("\n  - ", rules));
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private static OrderItem item(String itemId, String user, String amount, @Nullable LocalDateTime at) {
        return new OrderItem("A1", itemId, user, "S1", 1, new BigDecimal(amount), "PAID", at);
    }

    @Test
    void alert_whoseItemIsDeleted_closes() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "100.01", NOW));
        scene.judge();

        assertThat(scene.open("U1")).containsOnlyKeys("open");
        assertThat(scene.rows()).containsExactly("U1 open");

        scene.delete(I1);
        scene.judge();

        assertThat(scene.open("U1")).isEmpty();
        assertThat(scene.rows()).isEmpty();
        assertThat(scene.told()).containsExactly("opened open", "closed open");
    }

    @Test
    void alert_whoseItemGoesToAnother_goesWithIt() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();

        scene.upsert(item("I1", "U2", "200.00", NOW));
        scene.judge();

        assertThat(scene.rows()).containsExactly("U2 open");
    }

    @Test
    void alert_whoseCauseGrows_isUpdatedAndStaysTheSame() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();
        Alert before = alert(scene, "open");
        scene.pass(Duration.ofMinutes(1));

        scene.upsert(item("I2", "U1", "50.00", NOW));
        scene.judge();

        Alert after = alert(scene, "open");
        assertThat(after.why()).isEqualTo("The open amount is 250.00, above the limit of 100.00.");
        assertThat(after.openedAt()).isEqualTo(before.openedAt());
        assertThat(after.updatedAt()).isAfter(before.updatedAt());
        assertThat(scene.told()).containsExactly("opened open", "updated open");
    }

    private static Alert alert(TopologyScene scene, String rule) {
        return Optional.ofNullable(scene.open("U1").get(rule)).orElseThrow();
    }

    /** As Flink writes an update whose key it cannot prove. */
    @Test
    void alert_whoseItemIsDeletedAndComesAgainAtOnce_isNotOpenedTwice() {
        TopologyScene scene = scene(
                "{id: open, kind: exposure-above, limit: 100}",
                "{id: often, kind: changed-often, limit: 2, within: 10m}",
                "{id: jump, kind: amount-jump, factor: 2, min-difference: 10}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();

        scene.delete(I1);
        scene.upsert(item("I1", "U1", "500.00", NOW));
        scene.delete(I1);
        scene.upsert(item("I1", "U1", "1500.00", NOW));
        scene.judge();

        assertThat(scene.told()).containsExactly("opened open", "updated open", "opened often", "opened jump");
    }

    /** A checkpoint, or a round, may lie between the two. */
    @Test
    void alert_whoseItemComesAgainAMomentLater_isNotOpenedTwice() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();

        scene.delete(I1);
        scene.pass(Duration.ofMillis(100));
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();

        assertThat(scene.rows()).containsExactly("U1 open");
        assertThat(scene.told()).containsExactly("opened open");
    }

    @Test
    void alertOfASku_whoseLimitChanges_saysSo() {
        TopologyScene scene = scene("{id: rush, kind: many-users-on-sku, limit: 2, within: 10m}");
        scene.upsert(item("I1", "U1", "1.00", NOW));
        scene.upsert(item("I2", "U2", "1.00", NOW));
        scene.judge();

        scene.take(book("{id: rush, kind: many-users-on-sku, limit: 1, within: 20m}"));
        scene.judge();

        assertThat(alert(scene, "rush").why())
                .isEqualTo("1 or more users have items of S1 that were changed in the last 20 minutes.");
    }

    @Test
    void nobody_isJudgedBeforeTheTableIsLoaded() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.setCaughtUp(false);
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();
        assertThat(scene.rows()).isEmpty();

        scene.setCaughtUp(true);
        scene.judge();

        assertThat(scene.rows()).containsExactly("U1 open");
    }

    @Test
    void trailingAlert_whenTimePasses_closesByItself() {
        TopologyScene scene = scene("{id: hour, kind: exposure-above, limit: 100, within: 1h}");
        scene.upsert(item("I1", "U1", "200.00", NOW.minusMinutes(50)));
        scene.judge();
        assertThat(scene.open("U1")).containsOnlyKeys("hour");

        scene.pass(Duration.ofMinutes(9));
        assertThat(scene.open("U1")).containsOnlyKeys("hour");
        scene.pass(Duration.ofMinutes(1));
        scene.judge();

        assertThat(scene.open("U1")).isEmpty();
    }

    @Test
    void itemOfTheFuture_countsFromItsMinute() {
        TopologyScene scene = scene("{id: hour, kind: exposure-above, limit: 100, within: 1h}");
        scene.upsert(item("I1", "U1", "200.00", NOW.plusMinutes(3)));
        scene.judge();
        assertThat(scene.open("U1")).isEmpty();
        assertThat(scene.exposure("U1", Optional.empty()).items()).isEqualTo(1);

        scene.pass(Duration.ofMinutes(3));

        assertThat(scene.open("U1")).containsOnlyKeys("hour");
        assertThat(scene.told()).containsExactly("early", "opened hour");
    }

    @Test
    void itemThatIsLateOrSaysNoTime_countsInAllAndNotByMinute() {
        TopologyScene scene = scene("{id: day, kind: exposure-above, limit: 100, within: 24h}");
        scene.upsert(item("I1", "U1", "200.00", NOW.minusHours(24)));
        scene.upsert(item("I2", "U1", "200.00", null));
        scene.judge();

        assertThat(scene.open("U1")).isEmpty();
        assertThat(scene.exposure("U1", Optional.empty()).openAmount()).isEqualByComparingTo("400.00");
        assertThat(scene.told()).containsExactlyInAnyOrder("late", "untimed");
    }

    @Test
    void rules_thatAreTakenWhileItRuns_openAndClose() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 500}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();
        assertThat(scene.rows()).isEmpty();

        scene.take(book("{id: open, kind: exposure-above, limit: 100}"));
        scene.judge();
        assertThat(scene.rows()).containsExactly("U1 open");

        scene.take(book("{id: other, kind: exposure-above, measure: items, limit: 0}"));
        scene.judge();
        assertThat(scene.rows()).containsExactly("U1 other");
    }

    private record Thrower(String id, boolean throwsNow) implements UserRule {

        @Override
        public String severity() {
            return "low";
        }

        @Override
        public Optional<Duration> within() {
            return Optional.empty();
        }

        @Override
        public Optional<Breach> check(Exposure exposure) {
            if (throwsNow) {
                throw new IllegalStateException("odd");
            }
            return Optional.of(new Breach(BigDecimal.ONE, BigDecimal.ZERO, "Always."));
        }
    }

    private static RuleBook withThrower(String version, boolean throwsNow) {
        RuleBook good = book("{id: open, kind: exposure-above, limit: 100}");
        List<Rule> rules = Stream.concat(Stream.of(new Thrower("odd", throwsNow)), good.rules().stream())
                .toList();
        return new RuleBook(version, good.statuses(), rules);
    }

    @Test
    void ruleThatThrows_isNamedAndLeavesItsAlertAndTheOthersAlone() {
        TopologyScene scene = scene(StaleDecisions.MARK, withThrower("1", false));
        scene.upsert(item("I1", "U1", "50.00", NOW));
        scene.judge();
        scene.take(withThrower("2", true));

        scene.upsert(item("I2", "U1", "60.00", NOW));
        scene.judge();

        assertThat(scene.rows()).containsExactly("U1 odd", "U1 open");
        assertThat(scene.told()).contains("failed odd", "opened open");
    }

    @Test
    void decision_whileDeletesMayHaveBeenMissed_saysSo() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();
        assertThat(alert(scene, "open").stale()).isFalse();

        scene.setStale(true);
        scene.pass(Duration.ofSeconds(2));
        scene.judge();
        assertThat(alert(scene, "open").stale()).isTrue();

        scene.setStale(false);
        scene.pass(Duration.ofSeconds(2));
        scene.judge();
        assertThat(alert(scene, "open").stale()).isFalse();
        assertThat(scene.told()).containsExactly("opened open", "updated open", "updated open");
    }

    @Test
    void decision_thatIsRefusedWhileDeletesMayHaveBeenMissed_isMadeAfterwards() {
        TopologyScene scene = scene(StaleDecisions.REFUSE, book("{id: open, kind: exposure-above, limit: 100}"));
        scene.setStale(true);
        scene.pass(Duration.ofSeconds(2));
        scene.judge();
        scene.upsert(item("I1", "U1", "200.00", NOW));
        scene.judge();
        assertThat(scene.rows()).isEmpty();

        scene.setStale(false);
        scene.pass(Duration.ofSeconds(2));
        scene.judge();

        assertThat(scene.rows()).containsExactly("U1 open");
        assertThat(alert(scene, "open").stale()).isFalse();
    }

    @Test
    void manyUsers_onOneSku_concernsEachOfThemUntilTheyAreFewer() {
        TopologyScene scene = scene("{id: rush, kind: many-users-on-sku, limit: 3, within: 10m}");
        scene.upsert(item("I1", "U1", "1.00", NOW));
        scene.upsert(item("I2", "U2", "1.00", NOW));
        scene.judge();
        assertThat(scene.rows()).isEmpty();

        scene.upsert(item("I3", "U3", "1.00", NOW.minusMinutes(5)));
        scene.judge();
        assertThat(scene.rows()).containsExactly("U1 rush", "U2 rush", "U3 rush");

        scene.pass(Duration.ofMinutes(5));
        scene.judge();
        assertThat(scene.rows()).isEmpty();
    }

    @Test
    void decision_bearsThePositionsThatItWasMadeAt() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        scene.upsert(item("I1", "U1", "10.00", NOW));
        scene.upsert(item("I2", "U1", "200.00", NOW));
        scene.judge();

        assertThat(alert(scene, "open").asOf()).isEqualTo(Map.of(0, 2L));
    }

    @Test
    void history_hasTheLastHundredEvents() {
        TopologyScene scene = scene("{id: open, kind: exposure-above, limit: 100}");
        for (int i = 0; i < 60; i++) {
            scene.upsert(item("I1", "U1", "200.00", NOW));
            scene.judge();
            scene.delete(I1);
            scene.judge();
        }

        List<AlertEvent> history = scene.history("U1");

        assertThat(history).hasSize(100);
        assertThat(history.get(99).kind()).isEqualTo(AlertEvent.Kind.CLOSED);
        assertThat(history.get(98).alert().value()).isEqualByComparingTo("200.00");
    }

    @Test
    void state_ofItemsThatAreGone_isForgotten() {
        TopologyScene scene = scene(
                "{id: often, kind: changed-often, limit: 2, within: 10m}",
                "{id: rush, kind: many-users-on-sku, limit: 3, within: 10m}",
                "{id: hour, kind: exposure-above, limit: 100, within: 1h}");
        scene.upsert(item("I1", "U1", "10.00", NOW));
        scene.upsert(item("I1", "U2", "20.00", NOW));
        scene.judge();
        scene.delete(I1);
        scene.judge();

        scene.pass(Duration.ofHours(25));
        scene.pass(Duration.ofMinutes(1));

        assertThat(scene.entries(ItemProcessor.STORE)).isZero();
        assertThat(scene.entries(SkuProcessor.STORE))
                .as("how far the partition is")
                .isEqualTo(1);
        assertThat(scene.entries(UserProcessor.STORE))
                .as("how far the partition is")
                .isEqualTo(1);
    }
}
