package io.keyfold.micronaut.rest;

import io.keyfold.config.Measure;
import io.keyfold.micronaut.access.Access;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** Tells what each caller may see of a table. */
@Singleton
final class Views {

    private final Access access;

    Views(Access access) {
        this.access = access;
    }

    /** {@return the columns that the caller may not see} */
    Set<String> hidden(ServedTable table, HttpRequest<?> request) {
        return table.personal().isEmpty() || access.maySeePersonalData(request) ? Set.of() : table.personal();
    }

    /** Takes the parameters that say what to show. */
    RowView take(Parameters parameters, ServedTable table, HttpRequest<?> request) {
        return RowView.take(parameters, table, hidden(table, request));
    }

    /** Refuses bounds of a column that is hidden: its values could be found by halving. */
    static void requireSeen(Set<String> hidden, Filter filter, List<String> columns) {
        int bounded = filter.equal().size();
        if (filter.hasBounds() && bounded < columns.size() && hidden.contains(columns.get(bounded))) {
            throw ProblemException.of(
                    ProblemType.COLUMN_HIDDEN,
                    columns.get(bounded) + ": bounds of a column with personal data, which the caller may not see"
                            + " (expected: a value)");
        }
    }

    /** Refuses an order that goes by hidden columns, which would rank the rows: each of them must have one value. */
    static void requireUnranked(Set<String> hidden, Filter filter, List<String> columns) {
        columns.stream()
                .skip(filter.equal().size())
                .filter(hidden::contains)
                .findFirst()
                .ifPresent(column -> refuseOrder(column, "a value"));
    }

    /** Refuses what ranks by a measured column that is hidden: the greatest groups, and of each group the top rows. */
    static void requireUnranked(Set<String> hidden, Measure measure, PageRequest.Order order) {
        boolean ranks = order == PageRequest.Order.GREATEST || measure instanceof Measure.Top;
        if (ranks && measure.measured().filter(hidden::contains).isPresent()) {
            refuseOrder(measure.toString(), "asc or desc of a total that is no top");
        }
    }

    private static void refuseOrder(String what, String expected) {
        throw ProblemException.of(
                ProblemType.COLUMN_HIDDEN,
                what + ": the order of a column with personal data, which the caller may not see (expected: " + expected
                        + ")");
    }

    /** Tells caches on what a reply depends beside its URL. */
    static void vary(MutableHttpResponse<?> response, ServedTable table, String headers) {
        boolean dependsOnCaller = !table.personal().isEmpty();
        response.header(HttpHeaders.VARY, dependsOnCaller ? headers + ", " + HttpHeaders.AUTHORIZATION : headers);
        if (dependsOnCaller) {
            response.header(HttpHeaders.CACHE_CONTROL, "private, no-cache");
        }
    }
}
