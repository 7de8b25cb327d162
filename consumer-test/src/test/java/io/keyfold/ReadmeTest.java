package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The README says what the code does: its example is a region of a test, and every test that it names is there. */
class ReadmeTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MOST_LINES = 200;
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+(?:Test|IT))`");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void firstExample_isTheRegionOfQuickStartIT(String readme) throws IOException {
        List<String> region = Files.readAllLines(Path.of("src/test/java/io/keyfold/QuickStartIT.java")).stream()
                .dropWhile(line -> !line.strip().equals("// region readme"))
                .skip(1)
                .takeWhile(line -> !line.strip().equals("// endregion"))
                .toList();
        int indent = region.get(0).length() - region.get(0).stripLeading().length();

        List<String> example = Files.readAllLines(ROOT.resolve(readme)).stream()
                .dropWhile(line -> !line.equals("```java"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();

        assertThat(example)
                .hasSize(12)
                .isEqualTo(region.stream().map(line -> line.substring(indent)).toList());
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
