package io.keyfold.micronaut.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProblemExceptionTest {

    private static final String DETAIL = "partition 3 of dwd_order_item is not assigned to this instance";

    @Test
    void elsewhere_body_isAProblemOfItsOwn() {
        Problem body = ProblemException.elsewhere(DETAIL, Duration.ofSeconds(1)).body();

        assertThat(body.type()).isEqualTo("/problems/row-elsewhere");
        assertThat(body.title()).isEqualTo("Another instance answers for the row");
        assertThat(body.status()).isEqualTo(503);
        assertThat(body.detail()).isEqualTo(DETAIL);
    }

    @Test
    void elsewhere_fractionsOfASecond_areRoundedUp() {
        assertThat(ProblemException.elsewhere(DETAIL, Duration.ZERO).headers()).containsEntry("Retry-After", "1");
        assertThat(ProblemException.elsewhere(DETAIL, Duration.ofMillis(2001)).headers())
                .containsEntry("Retry-After", "3");
    }
}
