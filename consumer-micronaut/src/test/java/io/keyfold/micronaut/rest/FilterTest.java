package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grammar of what is asked for, the same for rows, indexes and totals. */
final class FilterTest {

    private static final Filter.Columns KEY = columns(false, ProblemType.BAD_KEY, "order_id", "item_id");
    private static final Filter.Columns INDEX = columns(true, ProblemType.BAD_PARAMETER, "status", "time", "sku");

    private static Filter.Columns columns(boolean isIndex, ProblemType wrong, String... names) {
        return new Filter.Columns(
                List.of(names).stream()
                        .map(name -> new Filter.Columns.Name(name, isIndex))
                        .toList(),
                isIndex,
                wrong);
    }

    private static Filter take(String query, Filter.Columns columns) {
        return Filter.take(Parameters.parse(query), columns);
    }

    private static void assertRefused(String query, Filter.Columns columns, ProblemType type, String detail) {
        assertThatThrownBy(() -> take(query, columns))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(type))
                .hasMessage(detail);
    }

    @Test
    void take_nothing_isEverything() {
        Filter filter = take("", KEY);

        assertThat(filter.equal()).isEmpty();
        assertThat(filter.hasBounds()).isFalse();
    }

    @Test
    void take_columnsInAnyOrder_areInTheListsOrder() {
        assertThat(take("item_id=I02&order_id=A1001", KEY).equal()).containsExactly("A1001", "I02");
    }

    @Test
    void take_values_areDecodedOnceAsAFormIs() {
        assertThat(take("order_id=A%252F1+%2B&item_id=;v=1", KEY).equal()).containsExactly("A%2F1 +", ";v=1");
        assertThat(take("order_id=&item_id", KEY).equal()).containsExactly("", "");
    }

    @Test
    void take_bounds_areOfTheColumnBehindTheEqualOnes() {
        Filter filter = take("order_id=A1&item_id.from=I02&item_id.to=I05", KEY);

        assertThat(filter.equal()).containsExactly("A1");
        assertThat(filter.from()).contains("I02");
        assertThat(filter.to()).contains("I05");
        assertThat(take("order_id.from=A", KEY).from()).contains("A");
    }

    @Test
    void take_nullAndPrefix_ofAnIndex() {
        Filter filter = take("status.null=true&time.prefix=2024", INDEX);

        assertThat(filter.equal()).containsExactly((String) null);
        assertThat(filter.prefix()).contains("2024");
    }

    @Test
    void take_nullAndPrefixOfAKey_stayUnknown() {
        Parameters parameters = Parameters.parse("order_id.null=true&order_id.prefix=A");

        Filter.take(parameters, KEY);

        assertThat(parameters.has("order_id.null")).isTrue();
        assertThat(parameters.has("order_id.prefix")).isTrue();
    }

    @Test
    void take_columnOfTheNameOfAParameter_goesBeforeIt() {
        Filter.Columns odd = columns(true, ProblemType.BAD_KEY, "a", "a.from", "page_size");
        Parameters parameters = Parameters.parse("a=1&a.from=2&page_size=3");

        Filter filter = Filter.take(parameters, odd);

        assertThat(filter.equal()).containsExactly("1", "2", "3");
        assertThat(PageRequest.take(parameters, false, 10_000).size()).isEqualTo(1_000);
    }

    @Test
    void take_gap_namesTheMissingColumn() {
        String detail = "order_id: missing, item_id is given (expected: leading columns of [order_id, item_id])";

        assertRefused("item_id=I02", KEY, ProblemType.BAD_KEY, detail);
        assertRefused("item_id.from=I02", KEY, ProblemType.BAD_KEY, detail);
        assertRefused("order_id.from=A&item_id=I02", KEY, ProblemType.BAD_KEY, detail);
    }

    @ParameterizedTest
    @CsvSource({"status=A&status.null=true", "status=A&status.from=B", "status.null=true&status.to=B"})
    void take_oneColumnInTwoWays_isRefused(String query) {
        assertRefused(
                query,
                INDEX,
                ProblemType.BAD_PARAMETER,
                "status: given in two ways (expected: a value, null, or bounds)");
    }

    @Test
    void take_prefixBesideBounds_isRefused() {
        assertRefused(
                "status.prefix=A&status.from=B",
                INDEX,
                ProblemType.BAD_PARAMETER,
                "status.prefix: beside .from or .to (expected: by itself)");
    }

    @Test
    void take_nullThatIsNotTrue_isRefused() {
        assertRefused(
                "status.null=1", INDEX, ProblemType.BAD_PARAMETER, "status.null: something else (expected: true)");
    }

    @Test
    void take_columnTwiceOrBadEncoding_isRefused() {
        assertRefused(
                "order_id=A&order_id=A", KEY, ProblemType.BAD_KEY, "query: order_id: given twice (expected: once)");
        assertRefused("order_id=%ZZ", KEY, ProblemType.BAD_KEY, "query: % without two hexadecimal digits behind it");
    }

    @Test
    void text_filtersThatDiffer_areAllDifferent() {
        Set<String> texts = new HashSet<>();
        List<String> queries = List.of(
                "",
                "status=",
                "status=a",
                "status=a&time=b",
                "status=a=1:b",
                "status.null=true",
                "status.from=a",
                "status.to=a",
                "status.from=a&status.to=b",
                "status.prefix=a",
                "status.prefix=",
                "status=a&time.from=b",
                "status=null");

        queries.forEach(query -> texts.add(take(query, INDEX).text()));

        assertThat(texts).hasSameSizeAs(queries);
        assertThat(take("time=b&status=a", INDEX).text())
                .isEqualTo(take("status=a&time=b", INDEX).text());
    }
}
