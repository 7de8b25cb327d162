package io.keyfold.risk.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.risk.rule.FailureLog.Failures;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FailureLogTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Told told = Told.by(FailureLog.class);
    private Instant now = START;
    private final FailureLog failures = new FailureLog(() -> now);

    @AfterEach
    void stop() {
        told.close();
    }

    private static RuntimeException thrown() {
        RuntimeException thrown = new IllegalStateException("row of U01 is odd");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.acme.OddRule", "check", "OddRule.java", 17),
            new StackTraceElement("com.acme.Caller", "call", "Caller.java", 3)
        });
        return thrown;
    }

    @Test
    void failed_once_saysRuleClassAndPlaceAndNoMessage() {
        failures.failed("odd", thrown());

        assertThat(told.lines())
                .containsExactly(
                        "WARN Rule odd failed (1 in all): java.lang.IllegalStateException at com.acme.OddRule.check(OddRule.java:17)");
    }

    @Test
    void failed_often_isToldTenfold() {
        for (int i = 0; i < 1_500; i++) {
            failures.failed("odd", thrown());
        }

        assertThat(told.lines())
                .extracting(line -> line.replaceAll(".*\\((\\d+) in all.*", "$1"))
                .containsExactly("1", "10", "100", "1000");
    }

    @Test
    void failed_severalRules_areCountedApart() {
        failures.failed("odd", thrown());
        now = START.plusSeconds(5);
        failures.failed("odd", new StackOverflowError());
        failures.failed("even", thrown());

        assertThat(failures.of("odd")).hasValue(new Failures(2, "java.lang.StackOverflowError", START.plusSeconds(5)));
        assertThat(failures.of("even"))
                .hasValue(new Failures(1, "java.lang.IllegalStateException", START.plusSeconds(5)));
        assertThat(failures.of("good")).isEmpty();
        assertThat(told.lines()).hasSize(2);
    }

    @Test
    void failed_withoutStackTrace_isTold() {
        RuntimeException bare = new IllegalStateException();
        bare.setStackTrace(new StackTraceElement[0]);

        failures.failed("odd", bare);

        assertThat(told.lines()).singleElement().asString().endsWith("IllegalStateException at an unknown place");
    }
}
