package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RepeatsTest {

    private static final Instant NOON = Instant.parse("2024-01-15T12:00:00Z");

    private final Repeats repeats = new Repeats();

    @Test
    void pass_firstOne_passes() {
        assertThat(repeats.pass("a", NOON)).hasValue(0);
        assertThat(repeats.pass("b", NOON)).hasValue(0);
    }

    @Test
    void pass_repeatsWithinTheTime_areHeldBackAndCounted() {
        var unused = repeats.pass("a", NOON);

        assertThat(repeats.pass("a", NOON.plusSeconds(1))).isEmpty();
        assertThat(repeats.pass("a", NOON.plus(Duration.ofMinutes(9)))).isEmpty();
        assertThat(repeats.pass("a", NOON.plus(Repeats.PAUSE))).hasValue(2);
        assertThat(repeats.pass("a", NOON.plus(Repeats.PAUSE).plusSeconds(1))).isEmpty();
    }

    @Test
    void forget_thoseThatWereHeldBack_areKept() {
        var unused = repeats.pass("a", NOON);
        unused = repeats.pass("b", NOON);
        unused = repeats.pass("b", NOON.plusSeconds(1));

        repeats.forget(NOON.plus(Repeats.PAUSE));

        assertThat(repeats.pass("b", NOON.plus(Repeats.PAUSE))).hasValue(1);
        assertThat(repeats.pass("a", NOON.plus(Repeats.PAUSE))).hasValue(0);
    }
}
