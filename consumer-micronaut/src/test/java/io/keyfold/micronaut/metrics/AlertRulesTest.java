package io.keyfold.micronaut.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The alerts say what to do, and fire when they should and not else, as Prometheus itself reckons. */
final class AlertRulesTest {

    private static final Path OPERATIONS = Path.of("operations");

    static Stream<Map<String, Object>> alerts() throws IOException {
        return list(list(yaml("alerts.yml"), "groups").get(0), "rules").stream();
    }

    private static Map<String, Object> yaml(String file) throws IOException {
        return new Yaml().load(Files.readString(OPERATIONS.resolve(file)));
    }

    @SuppressWarnings("unchecked") // what YAML has there
    private static List<Map<String, Object>> list(Map<String, Object> map, String name) {
        return (List<Map<String, Object>>) map.getOrDefault(name, List.of());
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alert_each_saysWhatIsTheMatterAndWhatToDo(Map<String, Object> alert) {
        assertThat(alert.get("labels")).asString().matches("\\{severity=(warning|critical)}");
        assertThat(alert.get("annotations")).asString().contains("summary=", "description=", "GET /v1/tables/");
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alert_each_isTestedBothWays(Map<String, Object> alert) throws IOException {
        Map<Object, Set<Boolean>> fires = list(yaml("alerts-test.yml"), "tests").stream()
                .flatMap(test -> list(test, "alert_rule_test").stream())
                .collect(groupingBy(
                        test -> test.get("alertname"),
                        mapping(test -> !list(test, "exp_alerts").isEmpty(), toSet())));

        assertThat(fires.get(alert.get("alert"))).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void rules_asPrometheusReadsThem_areCorrect() throws Exception {
        assertThat(promtool("check", "rules", "alerts.yml")).contains("SUCCESS");
    }

    @Test
    void rules_inTheirTests_fireWhenTheyShould() throws Exception {
        assertThat(promtool("test", "rules", "alerts-test.yml"))
                .contains("SUCCESS")
                .doesNotContain("FAILED");
    }

    @Test
    void board_itsQueries_areCorrect(@TempDir Path dir) throws Exception {
        List<Map<String, String>> queries = new ArrayList<>();
        for (String query : new ObjectMapper()
                .readTree(OPERATIONS.resolve("grafana.json").toFile())
                .findValuesAsText("expr")) {
            // Grafana's other variables stand in quotes.
            String expr = query.replace("$__rate_interval", "1m");
            queries.add(Map.of("record", "query:" + queries.size(), "expr", expr));
        }
        Path rules = dir.resolve("board.yml");
        Files.writeString(rules, new Yaml().dump(Map.of("groups", List.of(Map.of("name", "board", "rules", queries)))));

        assertThat(queries).isNotEmpty();
        assertThat(promtool("check", "rules", rules.toString())).contains("SUCCESS: " + queries.size() + " rules");
    }

    /** {@return what it says, with its exit code if that is not 0} */
    private static String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(new File(OPERATIONS.toString()))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return abort("promtool is not on the PATH; .ci/run fetches it, or install Debian's package prometheus");
        }
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        int code = process.waitFor();
        return code == 0 ? said : "FAILED with code " + code + ": " + said;
    }
}
