package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowsQueryTest {

    private static final List<String> KEY = List.of("order_id", "item_id");

    private static void assertRefused(String query, ProblemType type, String detail) {
        assertThatThrownBy(() -> RowsQuery.parse(query, KEY))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(type))
                .hasMessage(detail);
    }

    @Test
    void parse_nothing_isAllRows() {
        RowsQuery query = RowsQuery.parse("", KEY);

        assertThat(query.key()).isEmpty();
        assertThat(query.limit()).isEmpty();
        assertThat(query.after()).isEmpty();
    }

    @Test
    void parse_columnsInAnyOrder_areInTheContractsOrder() {
        assertThat(RowsQuery.parse("item_id=I02&order_id=A1001", KEY).key()).containsExactly("A1001", "I02");
    }

    @Test
    void parse_values_areDecodedOnceAsAFormIs() {
        assertThat(RowsQuery.parse("order_id=A%252F1+%2B&item_id=;v=1", KEY).key())
                .containsExactly("A%2F1 +", ";v=1");
    }

    @Test
    void parse_emptyValue_isAnEmptyText() {
        assertThat(RowsQuery.parse("order_id=&item_id", KEY).key()).containsExactly("", "");
    }

    @Test
    void parse_limitAndAfter_areNoColumns() {
        RowsQuery query = RowsQuery.parse("order_id=A&limit=5&after=A%2FI%252F1", KEY);

        assertThat(query.key()).containsExactly("A");
        assertThat(query.limit()).contains(5);
        assertThat(query.after()).contains(List.of("A", "I/1"));
    }

    @Test
    void parse_columnCalledLimit_isAColumn() {
        RowsQuery query = RowsQuery.parse("limit=x", List.of("limit"));

        assertThat(query.key()).containsExactly("x");
        assertThat(query.limit()).isEmpty();
    }

    @Test
    void parse_gap_namesTheMissingColumn() {
        assertRefused(
                "item_id=I02",
                ProblemType.BAD_KEY,
                "order_id: missing, item_id is given (expected: leading columns of [order_id, item_id])");
    }

    @Test
    void parse_unknownColumn_isNamed() {
        assertRefused(
                "order_id=A&user_id=U",
                ProblemType.BAD_KEY,
                "user_id: no key column (expected: one of [order_id, item_id], limit, after or values)");
    }

    @Test
    void parse_columnTwice_isNamed() {
        assertRefused("order_id=A&order_id=A", ProblemType.BAD_KEY, "query: order_id: given twice (expected: once)");
    }

    @Test
    void parse_badEncoding_isRefused() {
        assertRefused("order_id=%ZZ", ProblemType.BAD_KEY, "query: % without two hexadecimal digits behind it");
    }

    @Test
    void parse_limitThatIsNoNumber_isRefused() {
        assertRefused("limit=1.5", ProblemType.BAD_PARAMETER, "limit: not a number (expected: 1 .. 10000)");
    }
}
