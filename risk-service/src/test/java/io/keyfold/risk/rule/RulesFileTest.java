package io.keyfold.risk.rule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keyfold.risk.rule.OutOfHistory.Measure;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RulesFileTest {

    private static final String STATUSES = "statuses: {cancelled: [CANCELLED, 已退款], done: [DONE]}\n";

    private static RuleBook parse(String yaml) {
        return RulesFile.parse("test.yml", yaml.getBytes(UTF_8));
    }

    private static Rule one(String rule) {
        return parse(STATUSES + "rules: [" + rule + "]").rules().get(0);
    }

    private static List<String> problems(String yaml) {
        return catchThrowableOfType(RulesException.class, () -> parse(yaml)).problems();
    }

    private static List<String> problemsOfRule(String rule) {
        return problems(STATUSES + "rules: [" + rule + "]");
    }

    @Test
    void parse_everyKind_isRead() {
        RuleBook book = parse(STATUSES + """
                rules:
                  - {id: a, kind: exposure-above, severity: high, measure: distinct-skus, limit: 50, within: 2h}
                  - {id: b, kind: cancelled-share-above, limit: 0.9, min-items: 10}
                  - {id: c, kind: out-of-history, severity: low, measure: quantity, factor: 2.5, min-versions: 3}
                  - {id: d, kind: changed-often, limit: 40, within: 90m}
                  - {id: e, kind: amount-jump, factor: 3, min-difference: 100.00}
                  - {id: f, kind: many-users-on-sku, limit: 20, within: PT10M}
                """);

        assertThat(book.rules())
                .containsExactly(
                        new ExposureAbove(
                                "a",
                                "high",
                                ExposureAbove.Measure.DISTINCT_SKUS,
                                new BigDecimal("50"),
                                Optional.of(Duration.ofHours(2))),
                        new CancelledShareAbove("b", "medium", new BigDecimal("0.9"), 10, Optional.empty()),
                        new OutOfHistory("c", "low", Measure.QUANTITY, new BigDecimal("2.5"), 3),
                        new ChangedOften("d", "medium", 40, Duration.ofMinutes(90)),
                        new AmountJump("e", "medium", new BigDecimal("3"), new BigDecimal("100.00")),
                        new ManyUsersOnSku("f", "medium", 20, Duration.ofMinutes(10)));
        assertThat(book.statuses().isCancelled("已退款")).isTrue();
        assertThat(book.statuses().isOpen("DONE")).isFalse();
        assertThat(book.statuses().isOpen("PAID")).isTrue();
    }

    @Test
    void parse_measureThatIsNotSet_isTheOpenAmount() {
        assertThat(one("{id: a, kind: exposure-above, limit: 1}"))
                .isEqualTo(new ExposureAbove(
                        "a", "medium", ExposureAbove.Measure.OPEN_AMOUNT, BigDecimal.ONE, Optional.empty()));
    }

    @Test
    void parse_numberThatNoDoubleHolds_keepsItsDigits() {
        ExposureAbove rule = (ExposureAbove) one("{id: a, kind: exposure-above, limit: 12345678901234567890.10}");

        assertThat(rule.limit()).isEqualTo(new BigDecimal("12345678901234567890.10"));
    }

    @Test
    void parse_noRules_isAllowed() {
        assertThat(parse(STATUSES + "rules: []").rules()).isEmpty();
    }

    @Test
    void parse_otherContent_isAnotherVersion() {
        String yaml = STATUSES + "rules: []";

        assertThat(parse(yaml).version())
                .matches("[0-9a-f]{12}")
                .isEqualTo(parse(yaml).version());
        assertThat(parse(yaml + "\n").version()).isNotEqualTo(parse(yaml).version());
    }

    @Test
    void parse_severalProblems_areToldAtOnce() {
        String yaml = """
                statuses: {cancelled: [CANCELLED, CANCELLED], finished: [DONE]}
                rules:
                  - {id: a, kind: exposure-above, severity: grave, limit: abc, within: 30s}
                  - {kind: cancelled-share-above, limit: 1.5, min-items: 0, max-items: 3}
                  - {id: b, kind: amount-jumps}
                  - {id: a, kind: amount-jump, factor: 1, min-difference: -1}
                  - {id: c, kind: amount-jump, factor: 2, min-difference: 0}
                  - {id: c, kind: amount-jump, factor: 3, min-difference: 0}
                  - amount-jump
                rule: []
                """;

        assertThat(problems(yaml))
                .containsExactly(
                        "statuses.cancelled: CANCELLED twice (expected: once)",
                        "statuses.done: missing (expected: a list)",
                        "statuses.finished: unknown (expected: one of [cancelled, done])",
                        "rules[0].severity: grave (expected: low, medium or high)",
                        "rules[0].limit: abc (expected: a number)",
                        "rules[0].within: 30s (expected: a time such as 10m, 24h or PT10M)",
                        "rules[1].id: missing (expected: text)",
                        "rules[1].limit: 1.5 (expected: 0 .. 1)",
                        "rules[1].min-items: 0 (expected: 1 or more)",
                        "rules[1].max-items: unknown (expected: one of [id, kind, limit, min-items, severity, within])",
                        "rules[2].kind: amount-jumps (expected: one of [amount-jump, cancelled-share-above,"
                                + " changed-often, exposure-above, many-users-on-sku, out-of-history])",
                        "rules[3].factor: 1 (expected: more than 1)",
                        "rules[3].min-difference: -1 (expected: 0 or more)",
                        "rules[5].id: c (expected: an id that no other rule has)",
                        "rules[6]: amount-jump (expected: an object)",
                        "rule: unknown (expected: one of [rules, statuses])");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit: 1e5 | limit: 1e5 (expected: a number)",
                "limit: 1_000 | limit: 1_000 (expected: a number)",
                "limit: [1] | limit: a list (expected: a number)",
                "limit: | limit: nothing (expected: a number)",
                "limit: -0.01 | limit: -0.01 (expected: 0 or more)",
                "limit: 1, limit: 2 | limit: twice (expected: once)",
                "limit: 1, measure: items-open"
                        + " | measure: items-open (expected: one of open-amount, items, largest-item, distinct-skus)",
                "limit: 1, within: 25h | within: PT25H (expected: whole minutes, 1m .. 24h)",
                "limit: 1, within: PT90S | within: PT1M30S (expected: whole minutes, 1m .. 24h)",
                "limit: 1, within: 0m | within: PT0S (expected: whole minutes, 1m .. 24h)",
                "limit: 1, <<: x | <<: unknown (expected: one of [id, kind, limit, measure, severity, within])",
            })
    void parse_wrongField_namesRuleAndField(String fields, String problem) {
        assertThat(problemsOfRule("{id: a, kind: exposure-above, " + fields + "}"))
                .containsExactly("rules[0]." + problem);
    }

    @Test
    void parse_countThatIsNone_namesRuleAndField() {
        assertThat(problemsOfRule("{id: a, kind: changed-often, limit: 2.5, within: 10m}"))
                .containsExactly("rules[0].limit: 2.5 (expected: a whole number)");
        assertThat(problemsOfRule("{id: a, kind: changed-often, limit: 64, within: 10m}"))
                .containsExactly("rules[0].limit: 64 (expected: 1 .. 63)");
    }

    @Test
    void parse_statusOfBothKinds_isRefused() {
        assertThat(problems("statuses: {cancelled: [DONE], done: [DONE]}\nrules: []"))
                .containsExactly("statuses: DONE is cancelled and done (expected: one of the two)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | it is empty or no object (expected: statuses, rules)",
                "[] | it is empty or no object (expected: statuses, rules)",
                "'rules: [' | line 1: ",
                "'a: 1\n---\nb: 2' | line 2: but found another document",
                "'a: &a [1]\nb: *a' | it is not YAML: ",
            })
    void parse_whatIsNoFile_isRefused(String yaml, String problem) {
        assertThat(problems(yaml)).singleElement().asString().startsWith(problem);
    }

    @Test
    void parse_bytesThatAreNoText_areRefused() {
        assertThatThrownBy(() -> RulesFile.parse("test.yml", new byte[] {'a', (byte) 0xff}))
                .isInstanceOf(RulesException.class)
                .hasMessageStartingWith("Cannot take rules of test.yml: it is not YAML: ");
    }

    @Test
    void parse_hugeFile_isRefused() {
        assertThatThrownBy(() -> RulesFile.parse("test.yml", new byte[RulesFile.MOST_BYTES + 1]))
                .isInstanceOf(RulesException.class)
                .hasMessage("Cannot take rules of test.yml: more than 1048576 bytes");
    }

    @Test
    void parse_shippedFile_hasARuleOfEachKind() throws IOException {
        try (InputStream file = RulesFile.class.getResourceAsStream("/risk-rules.yml")) {
            RuleBook book = RulesFile.parse(
                    "risk-rules.yml", Objects.requireNonNull(file).readAllBytes());

            assertThat(book.rules())
                    .hasExactlyElementsOfTypes(
                            ExposureAbove.class,
                            CancelledShareAbove.class,
                            OutOfHistory.class,
                            ChangedOften.class,
                            AmountJump.class,
                            ManyUsersOnSku.class);
        }
    }
}
