package io.keyfold.risk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.rule.RuleBook;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology equals a computation over the final table, whatever came in whatever order. */
class RiskTopologyTest {

    private static final int CHANGES = 3_000;

    @Test
    void randomChanges_asTimePasses_equalTheBatch(@TempDir Path stateDir) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("-Dseed=" + seed);
        Random random = new Random(seed);
        RandomItems items = RandomItems.few(random);
        try (TopologyScene scene = new TopologyScene(TestRules.all(), StaleDecisions.MARK, stateDir)) {
            for (int i = 0; i < CHANGES; i++) {
                items.next(
                        LocalDateTime.ofEpochSecond(scene.minute() * 60, 0, ZoneOffset.UTC),
                        scene::upsert,
                        scene::delete);
                if (random.nextInt(200) == 0) {
                    scene.pass(Duration.ofSeconds(random.nextInt(600)));
                    equalsTheBatch(scene);
                }
            }
            equalsTheBatch(scene);
            scene.take(TestRules.all("1000.00")); // a limit that many are above
            equalsTheBatch(scene);
            scene.pass(Duration.ofHours(25)); // nothing is trailing any more
            equalsTheBatch(scene);
            assertThat(scene.told()).contains("late", "early", "untimed", "ownerless");
        }
    }

    private static void equalsTheBatch(TopologyScene scene) {
        RuleBook rules = scene.rules();
        long minute = scene.minute();
        scene.judge();
        if (scene.minute() != minute) {
            scene.judge(); // what ended with the minute is still in its grace
        }
        SortedMap<String, String> open = new TreeMap<>();
        for (int user = 0; user < 8; user++) {
            String id = "U" + user;
            for (Duration within : new Duration[] {Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofHours(24)}) {
                assertThat(scene.exposure(id, Optional.of(within)))
                        .as("%s within %s", id, within)
                        .isEqualTo(scene.model().exposure(id, rules, Optional.of(within), scene.minute()));
            }
            assertThat(scene.exposure(id, Optional.empty()))
                    .as(id)
                    .isEqualTo(scene.model().exposure(id, rules, Optional.empty(), scene.minute()));
            for (Alert alert : scene.open(id).values()) {
                open.put(id + " " + alert.ruleId(), alert.why() + " " + alert.items());
            }
        }
        SortedMap<String, String> expected = new TreeMap<>();
        scene.model()
                .alerts(rules, scene.minute())
                .forEach((id, alert) -> expected.put(
                        id, alert.why() + " " + alert.items().stream().limit(20).toList()));
        assertThat(open).isEqualTo(expected);
        assertThat(scene.rows()).containsExactlyElementsOf(expected.keySet());
    }
}
