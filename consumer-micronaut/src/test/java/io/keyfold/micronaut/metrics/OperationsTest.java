package io.keyfold.micronaut.metrics;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The board, the alerts and the README speak of the metrics that the service has, by their names and labels. */
final class OperationsTest {

    private static final Map<String, Set<Map<String, String>>> EXPORTED = ExportedMetrics.all();

    private static final Pattern METRIC = Pattern.compile("\\bkeyfold_[a-z_]+");
    private static final Pattern SELECTOR = Pattern.compile("\\b(keyfold_[a-z_]+)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)=(~?)\"([^\"]*)\"");
    /** What Prometheus adds to each series by itself. */
    private static final String INSTANCE = "instance";

    private static String read(String file) throws IOException {
        // A query is a text in the board's JSON.
        return Files.readString(Path.of(file)).replace("\\\"", "\"");
    }

    private static Set<String> names(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"operations/grafana.json", "operations/alerts.yml", "operations/alerts-test.yml"})
    void metrics_allThatAreAskedFor_areExported(String file) throws IOException {
        Set<String> asked = names(read(file));

        assertThat(asked).isNotEmpty().isSubsetOf(EXPORTED.keySet());
    }

    @Test
    void board_allThatIsExported_isOnIt() throws IOException {
        assertThat(names(read("operations/grafana.json"))).isEqualTo(EXPORTED.keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"operations/grafana.json", "operations/alerts.yml", "operations/alerts-test.yml"})
    void labels_eachThatIsAskedFor_isOneOfTheMetric(String file) throws IOException {
        Set<String> wrong = SELECTOR.matcher(read(file))
                .results()
                .flatMap(selector -> MATCHER.matcher(selector.group(2))
                        .results()
                        .filter(label -> !isThere(selector.group(1), label, file))
                        .map(label -> selector.group(1) + "{" + label.group() + "}"))
                .collect(toSet());

        assertThat(wrong).isEmpty();
    }

    /** Of a pattern, and of the tests' own tables and partitions, the label is; else its value too. */
    private static boolean isThere(String metric, MatchResult label, String file) {
        String name = label.group(1);
        boolean isAnyValue = !label.group(2).isEmpty()
                || (file.endsWith("-test.yml") && Set.of("table", "partition").contains(name));
        return name.equals(INSTANCE)
                || EXPORTED.getOrDefault(metric, Set.of()).stream()
                        .anyMatch(labels -> isAnyValue
                                ? labels.containsKey(name)
                                : label.group(3).equals(labels.get(name)));
    }

    @Test
    void readme_names_areThoseExported() throws IOException {
        assertThat(readme().keySet()).isEqualTo(EXPORTED.keySet());
    }

    @Test
    void readme_labels_areThoseExported() throws IOException {
        Map<String, Set<String>> exported = new TreeMap<>();
        EXPORTED.forEach((name, series) -> exported.put(
                name,
                series.stream().flatMap(labels -> labels.keySet().stream()).collect(toCollection(TreeSet::new))));

        assertThat(readme()).isEqualTo(exported);
    }

    /** The labels of the README's metrics. */
    private static Map<String, Set<String>> readme() throws IOException {
        Map<String, Set<String>> labels = new TreeMap<>();
        try (Stream<String> lines = Files.lines(Path.of("README.md"))) {
            lines.filter(line -> line.startsWith("| `keyfold_")).forEach(line -> {
                String[] cells = line.split("\\|", -1);
                Set<String> ofRow = Arrays.stream(cells[3].split(","))
                        .map(String::strip)
                        .filter(label -> !label.isEmpty())
                        .collect(toCollection(TreeSet::new));
                names(cells[1]).forEach(name -> labels.put(name, ofRow));
            });
        }
        return labels;
    }
}
