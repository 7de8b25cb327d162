package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The README says what the code does: its examples are regions of tests, and every test that it names is there. */
class ReadmeTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MOST_LINES = 200;
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+(?:Test|IT))`");

    @ParameterizedTest
    @CsvSource({
        "README.md, 0, QuickStartIT, readme",
        "README.zh-CN.md, 0, QuickStartIT, readme",
        "README.md, 1, DeclaredExampleTest, declare",
        "README.zh-CN.md, 1, DeclaredExampleTest, declare",
        "README.md, 2, DeclaredExampleTest, ask",
        "README.zh-CN.md, 2, DeclaredExampleTest, ask",
    })
    void example_isTheRegionOfATest(String readme, int number, String test, String region) throws IOException {
        List<String> expected = Files.readAllLines(Path.of("src/test/java/io/keyfold/" + test + ".java")).stream()
                .dropWhile(line -> !line.strip().equals("// region " + region))
                .skip(1)
                .takeWhile(line -> !line.strip().equals("// endregion"))
                .toList();
        int indent = expected.get(0).length() - expected.get(0).stripLeading().length();

        assertThat(examples(readme).get(number))
                .isEqualTo(expected.stream().map(line -> line.substring(indent)).toList());
    }

    private static List<List<String>> examples(String readme) throws IOException {
        List<List<String>> examples = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(ROOT.resolve(readme))) {
            if (line.equals("```java")) {
                examples.add(new ArrayList<>());
                inside = true;
            } else if (line.equals("```")) {
                inside = false;
            } else if (inside) {
                examples.get(examples.size() - 1).add(line);
            }
        }
        return examples;
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void namedTests_exist(String readme) throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher matcher = TEST_NAME.matcher(Files.readString(ROOT.resolve(readme)));
        while (matcher.find()) {
            named.add(matcher.group(1) + ".java");
        }
        try (Stream<Path> files = Files.walk(ROOT)) {
            Set<String> existing = files.filter(file -> file.toString().contains("src/test/java"))
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toSet());

            assertThat(named).isNotEmpty().isSubsetOf(existing);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void length_isOneSitting(String readme) throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve(readme))).hasSizeLessThanOrEqualTo(MOST_LINES);
    }
}
