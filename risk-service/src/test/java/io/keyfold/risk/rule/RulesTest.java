package io.keyfold.risk.rule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesTest {

    private static final String STATUSES = "statuses: {cancelled: [CANCELLED], done: [DONE]}\n";
    private static final String GOOD = STATUSES + """
            rules:
              - {id: stays, kind: exposure-above, limit: 10}
              - {id: changes, kind: exposure-above, limit: 10}
              - {id: goes, kind: exposure-above, limit: 10}
            """;
    private static final String OTHER = STATUSES.replace("DONE", "CLOSED") + """
            rules:
              - {id: comes, kind: exposure-above, limit: 10}
              - {id: changes, kind: exposure-above, limit: 20}
              - {id: stays, kind: exposure-above, limit: 10}
            """;
    private static final String BAD = GOOD.replace("limit: 10", "limit: ten");

    @TempDir
    private Path dir;

    private Path file;
    private Told told;

    @BeforeEach
    void listen() {
        file = dir.resolve("rules.yml");
        told = Told.by(Rules.class);
    }

    @AfterEach
    void stop() {
        told.close();
    }

    private Rules rules(String yaml) throws IOException {
        write(yaml);
        return Rules.of(Optional.of(file));
    }

    private void write(String yaml) throws IOException {
        Files.writeString(file, yaml);
    }

    private static String version(String yaml) {
        return RulesFile.version(yaml.getBytes(UTF_8));
    }

    @Test
    void of_noFile_isTheOneInTheJar() {
        Rules rules = Rules.of(Optional.empty());
        RuleBook first = rules.current();

        rules.look();

        assertThat(first.ids()).contains("open-amount");
        assertThat(rules.current()).isSameAs(first);
        assertThat(told.lines()).isEmpty();
    }

    @Test
    void of_badFile_isRefused() {
        assertThatThrownBy(() -> rules(BAD))
                .isInstanceOf(RulesException.class)
                .hasMessageStartingWith(
                        "Cannot take rules of " + file + ": rules[0].limit: ten (expected: a number); ");
    }

    @Test
    void of_missingFile_isRefused() {
        assertThatThrownBy(() -> Rules.of(Optional.of(file)))
                .isInstanceOf(RulesException.class)
                .hasMessage("Cannot take rules of " + file + ": it cannot be read: NoSuchFileException");
    }

    @Test
    void look_sameFile_changesNothing() throws IOException {
        Rules rules = rules(GOOD);
        RuleBook first = rules.current();

        rules.look();

        assertThat(rules.current()).isSameAs(first);
        assertThat(told.lines()).isEmpty();
    }

    @Test
    void look_otherContent_isTakenAndSaysWhatIsDifferent() throws IOException {
        Rules rules = rules(GOOD);

        write(OTHER);
        rules.look();
        rules.look();

        assertThat(rules.current().ids()).containsExactlyInAnyOrder("comes", "changes", "stays");
        assertThat(rules.problem()).isEmpty();
        assertThat(told.lines())
                .containsExactly("INFO Took rules " + version(OTHER) + " after " + version(GOOD)
                        + ": new [comes], gone [goes], changed [changes], other statuses");
    }

    @Test
    void look_otherContentOfTheSameTimeAndSize_isTaken() throws IOException {
        Rules rules = rules(GOOD);
        FileTime time = Files.getLastModifiedTime(file);

        write(GOOD.replace("limit: 10", "limit: 20"));
        Files.setLastModifiedTime(file, time);
        rules.look();

        assertThat(rules.current().version()).isNotEqualTo(version(GOOD));
    }

    @Test
    void look_badContent_keepsTheRulesAndSaysSoOnce() throws IOException {
        Rules rules = rules(GOOD);

        write(BAD);
        rules.look();
        rules.look();

        assertThat(rules.current().version()).isEqualTo(version(GOOD));
        assertThat(rules.problem())
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("rules[1].limit: ten (expected: a number)"));
        assertThat(told.lines())
                .singleElement()
                .asString()
                .startsWith("WARN Cannot take rules of " + file + ": rules[0].");
    }

    @Test
    void look_fileThatIsGone_keepsTheRulesAndSaysSoOnce() throws IOException {
        Rules rules = rules(GOOD);

        Files.delete(file);
        rules.look();
        rules.look();

        assertThat(rules.current().version()).isEqualTo(version(GOOD));
        assertThat(told.lines())
                .containsExactly("WARN Cannot take rules of " + file
                        + ": it cannot be read: NoSuchFileException; rules " + version(GOOD) + " hold on");
    }

    @Test
    void look_goodContentAfterBad_forgetsTheProblem() throws IOException {
        Rules rules = rules(GOOD);

        write(BAD);
        rules.look();
        Files.delete(file);
        rules.look();
        write(BAD);
        rules.look();
        String problem = rules.problem().orElseThrow();
        write(GOOD);
        rules.look();

        assertThat(problem).contains("limit: ten");
        assertThat(rules.problem()).isEmpty();
        assertThat(told.lines())
                .hasSize(4)
                .last()
                .asString()
                .isEqualTo("INFO Took rules " + version(GOOD) + " after " + version(GOOD)
                        + ": new [], gone [], changed []");
    }
}
