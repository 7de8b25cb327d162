package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.rest.PageRequest.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PageRequestTest {

    private static PageRequest take(String query, boolean hasGreatest) {
        return PageRequest.take(Parameters.parse(query), hasGreatest, 10_000);
    }

    @Test
    void take_nothing_isAThousandAscending() {
        PageRequest page = take("", false);

        assertThat(page.order()).isEqualTo(Order.ASC);
        assertThat(page.size()).isEqualTo(1_000);
        assertThat(page.token()).isEmpty();
    }

    @Test
    void take_everything_isRead() {
        PageRequest page = take("page_size=10000&order=desc&page_token=x", false);

        assertThat(page.order()).isEqualTo(Order.DESC);
        assertThat(page.size()).isEqualTo(10_000);
        assertThat(page.token()).contains("x");
        assertThat(take("order=greatest", true).order()).isEqualTo(Order.GREATEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "page_size=0 | page_size: 0 (expected: 1 .. 10000)",
                "page_size=-1 | page_size: -1 (expected: 1 .. 10000)",
                "page_size=1000000000 | page_size: 1000000000 (expected: 1 .. 10000)",
                "page_size=1.5 | page_size: no number (expected: 1 .. 10000)",
                "order=up | order: unknown (expected: asc or desc)",
                "order=greatest | order: unknown (expected: asc or desc)"
            })
    void take_wrong_isRefusedByName(String query, String detail) {
        assertThatThrownBy(() -> take(query, false))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.BAD_PARAMETER))
                .hasMessage(detail);
    }
}
