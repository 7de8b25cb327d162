package io.keyfold.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.keyfold.risk.rule.RuleBook;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.scheduling.ScheduledExecutorTaskScheduler;
import io.micronaut.scheduling.TaskScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesWatchTest {

    private static final String RULES = """
            statuses: {cancelled: [CANCELLED], done: [DONE]}
            rules: [{id: items, kind: exposure-above, limit: 10}]
            """;

    @TempDir
    private Path dir;

    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(1);
    private final TaskScheduler scheduler = new ScheduledExecutorTaskScheduler(threads);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private RulesWatch watch(Map<String, Object> settings) {
        Environment environment = new DefaultEnvironment(() -> List.of("test"));
        return new RulesWatch(
                environment.addPropertySource(PropertySource.of(settings)).start(), scheduler);
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(dir.resolve("rules.yml"), yaml);
    }

    @Test
    void new_noSettings_isTheFileInTheJar() {
        RulesWatch watch = watch(Map.of());

        assertThat(watch.rules().current().ids()).contains("open-amount");
    }

    @Test
    void look_fileThatChanges_isTakenByItself() throws IOException {
        Path file = file(RULES);
        RulesWatch watch = watch(Map.of("risk.rules-file", file.toString(), "risk.rules-check", "5ms"));
        RuleBook first = watch.rules().current();

        file(RULES.replace("items", "more-items"));
        RiskServer.await("the other rules", () -> watch.rules().current().ids().contains("more-items"));

        assertThat(first.ids()).containsExactly("items");
    }

    @Test
    void stop_watch_looksNoMore() {
        RulesWatch watch = watch(Map.of());
        assertThat(threads.getQueue()).hasSize(1);
        threads.setRemoveOnCancelPolicy(true);

        watch.stop();

        assertThat(threads.getQueue()).isEmpty();
    }

    @Test
    void new_wrongSetting_isNamed() {
        assertThatThrownBy(() -> watch(Map.of("risk.rules-check", "soon")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start risk-service: risk.rules-check: soon (expected: a duration such as 2s)");
        assertThatThrownBy(() -> watch(Map.of("risk.rules-check", "0s")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start risk-service: risk.rules-check: PT0S (expected: 1 ms or more)");
    }

    /** Nobody listens where the broker is said to be: it was not asked. */
    @Test
    void start_badRules_isRefusedInOneSentenceBeforeTheBrokerIsAsked() throws IOException {
        Path file = file(RULES.replace("10", "ten"));

        assertThatThrownBy(() -> ApplicationContext.run(
                        Map.of("keyfold.bootstrap-servers", "localhost:1", "risk.rules-file", file.toString())))
                .hasStackTraceContaining("StartException: Cannot start risk-service: Cannot take rules of " + file
                        + ": rules[0].limit: ten (expected: a number)");
    }
}
