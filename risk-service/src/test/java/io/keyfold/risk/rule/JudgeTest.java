package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.changedAt;
import static io.keyfold.risk.rule.Given.exposure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.Item;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class JudgeTest {

    private static final Exposure EXPOSURE = exposure(3, 0, "10.00", null, 1);
    private static final Item ITEM = changedAt(99, 100);

    private final List<String> failed = new ArrayList<>();
    private final Judge judge = new Judge(
            () -> {
                throw new IllegalStateException("no rules are looked up");
            },
            (rule, thrown) -> failed.add(rule + " " + thrown.getClass().getSimpleName()));

    private record OddUserRule(Supplier<Optional<Breach>> answer) implements UserRule {

        @Override
        public String id() {
            return "odd-user";
        }

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
            return answer.get();
        }
    }

    private record OddItemRule() implements ItemRule {

        @Override
        public String id() {
            return "odd-item";
        }

        @Override
        public String severity() {
            return "low";
        }

        @Override
        public Optional<Breach> check(Item item, long minute) {
            throw new ArithmeticException("/ by zero");
        }

        @Override
        public OptionalLong changesAt(Item item, long minute) {
            throw new ArithmeticException("/ by zero");
        }
    }

    private static Optional<Breach> deeper(int depth) {
        return depth < 0 ? Optional.empty() : deeper(depth + 1).map(breach -> breach);
    }

    private static UserRule itemsAbove(String limit) {
        return new ExposureAbove("items", "low", ExposureAbove.Measure.ITEMS, new BigDecimal(limit), Optional.empty());
    }

    @Test
    void ask_tooMuch_isBreached() {
        Verdict verdict = judge.ask(itemsAbove("2"), EXPOSURE);

        assertThat(verdict)
                .isEqualTo(new Verdict.Breached(itemsAbove("2").check(EXPOSURE).orElseThrow()));
        assertThat(failed).isEmpty();
    }

    @Test
    void ask_notTooMuch_isClear() {
        assertThat(judge.ask(itemsAbove("3"), EXPOSURE)).isEqualTo(new Verdict.Clear());
        assertThat(judge.ask(new ManyUsersOnSku("r", "low", 2, Duration.ofMinutes(1)), "SKU-9", 1))
                .isEqualTo(new Verdict.Clear());
    }

    @Test
    void ask_ruleThatThrows_failsAndIsNamed() {
        assertThat(judge.ask(new OddItemRule(), ITEM, 100)).isEqualTo(new Verdict.Failed());
        assertThat(failed).containsExactly("odd-item ArithmeticException");
    }

    @Test
    void ask_ruleThatRecursesTooDeeply_fails() {
        assertThat(judge.ask(new OddUserRule(() -> deeper(0)), EXPOSURE)).isEqualTo(new Verdict.Failed());
        assertThat(failed).containsExactly("odd-user StackOverflowError");
    }

    @Test
    @SuppressWarnings("NullAway") // a rule of somebody who does not check
    void ask_ruleThatAnswersNull_fails() {
        assertThat(judge.ask(new OddUserRule(() -> null), EXPOSURE)).isEqualTo(new Verdict.Failed());
        assertThat(failed).containsExactly("odd-user NullPointerException");
    }

    @Test
    void ask_errorOfTheMachine_isNotTheRules() {
        UserRule rule = new OddUserRule(() -> {
            throw new OutOfMemoryError("for a test");
        });

        assertThatThrownBy(() -> judge.ask(rule, EXPOSURE)).isInstanceOf(OutOfMemoryError.class);
        assertThat(failed).isEmpty();
    }

    @Test
    void changesAt_rule_isAsked() {
        ChangedOften rule = new ChangedOften("r", "low", 2, Duration.ofMinutes(10));

        assertThat(judge.changesAt(rule, ITEM, 100)).hasValue(109);
    }

    @Test
    void changesAt_ruleThatThrows_isNever() {
        assertThat(judge.changesAt(new OddItemRule(), ITEM, 100)).isEmpty();
        assertThat(failed).containsExactly("odd-item ArithmeticException");
    }
}
