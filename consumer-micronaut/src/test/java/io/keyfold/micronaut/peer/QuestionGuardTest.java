package io.keyfold.micronaut.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerAddress;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class QuestionGuardTest {

    private static final PeerAddress HERE = new PeerAddress("orders-0", 8080);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final MovedClock clock = new MovedClock();
    private final QuestionGuard guard =
            new QuestionGuard(PeerNode.setup(HERE, 1), clock, () -> clock.nanos(), START.toEpochMilli());

    /** A clock that a test moves, of the day and of what has passed. */
    private static final class MovedClock extends Clock {

        private Duration moved = Duration.ZERO;

        void move(Duration by) {
            moved = moved.plus(by);
        }

        long nanos() {
            return moved.toNanos();
        }

        @Override
        public Instant instant() {
            return START.plus(moved);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private void assertRefused(QuestionStamp stamp, ProblemType type) {
        assertThatThrownBy(() -> guard.admit(stamp))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(type));
    }

    private static QuestionStamp asked(Duration afterStart) {
        return QuestionStamp.of(HERE, START.plus(afterStart).toEpochMilli());
    }

    @Test
    void admit_halfAMinuteToEitherSide_isLetPass() {
        clock.move(Duration.ofSeconds(30));

        assertThatCode(() -> {
                    guard.admit(asked(Duration.ofSeconds(60)));
                    guard.admit(asked(Duration.ZERO));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void admit_moreThanHalfAMinuteToEitherSide_isExpired() {
        clock.move(Duration.ofSeconds(60));

        assertRefused(asked(Duration.ofMillis(90_001)), ProblemType.PEER_EXPIRED);
        assertRefused(asked(Duration.ofMillis(29_999)), ProblemType.PEER_EXPIRED);
    }

    /** What the process before let pass, it would let pass again. */
    @Test
    void admit_ofATimeBeforeTheStart_isExpired() {
        assertRefused(asked(Duration.ofMillis(-1)), ProblemType.PEER_EXPIRED);
    }

    @Test
    void admit_clockIsBehind_isExpiredForAsLongAfterTheStart() {
        Duration behind = Duration.ofSeconds(5);

        assertThatThrownBy(() -> guard.admit(asked(behind.negated())))
                .hasMessageContaining("an asker whose clock is behind is refused for as long after a start");

        clock.move(behind);
        assertThatCode(() -> guard.admit(asked(behind.minus(behind)))).doesNotThrowAnyException();
    }

    @Test
    void admit_timeBeyondAllTimes_isExpired() {
        assertRefused(
                new QuestionStamp(HERE.toString(), "9".repeat(18), "0".repeat(32), "1"), ProblemType.PEER_EXPIRED);
    }

    @Test
    void admit_againWhileItsTimeIsNotOver_isReplayed() {
        QuestionStamp stamp = asked(Duration.ofSeconds(30));
        guard.admit(stamp);

        clock.move(Duration.ofSeconds(60));

        assertRefused(stamp, ProblemType.PEER_REPLAYED);
    }

    @Test
    void admit_againWhenItsTimeIsOver_isExpired() {
        QuestionStamp stamp = asked(Duration.ofSeconds(30));
        guard.admit(stamp);

        clock.move(Duration.ofSeconds(61));

        assertRefused(stamp, ProblemType.PEER_EXPIRED);
    }

    @Test
    void admit_forAnother_isMisdirected() {
        assertRefused(
                QuestionStamp.of(new PeerAddress("orders-1", 8080), START.toEpochMilli()),
                ProblemType.PEER_MISDIRECTED);
        assertRefused(
                QuestionStamp.of(new PeerAddress("orders-0", 8081), START.toEpochMilli()),
                ProblemType.PEER_MISDIRECTED);
    }

    @Test
    void admit_nameInCapitals_isLetPass() {
        assertThatCode(() -> guard.admit(QuestionStamp.of(new PeerAddress("ORDERS-0", 8080), START.toEpochMilli())))
                .doesNotThrowAnyException();
    }

    @Test
    void admit_secondHop_isRefused() {
        assertRefused(
                new QuestionStamp(HERE.toString(), String.valueOf(START.toEpochMilli()), "0".repeat(32), "2"),
                ProblemType.PEER_HOP);
    }
}
