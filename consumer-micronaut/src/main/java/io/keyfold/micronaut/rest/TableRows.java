package io.keyfold.micronaut.rest;

import io.keyfold.UpsertTable;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import java.time.Duration;
import java.util.List;

/** Asks one table and turns the core's answer into a reply or a problem. */
final class TableRows {

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final UpsertTable<RowJson> table;
    private final List<String> keyColumns;
    private final RowReplies replies;
    private final RowHeaders headers;

    TableRows(UpsertTable<RowJson> table, TablePaths paths) {
        this.table = table;
        this.keyColumns = table.contract().keyColumns();
        this.replies = new RowReplies(table, paths.rows(table.contract().name()));
        this.headers = new RowHeaders(table.contract());
    }

    /** {@return the row of the key in the path} */
    HttpResponse<?> byPath(HttpRequest<?> request, String encodedKey) {
        List<String> texts;
        try {
            texts = KeyPath.parse(encodedKey);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, "path: " + e.getMessage());
        }
        if (texts.size() < keyColumns.size()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    keyColumns.get(texts.size()) + ": missing (expected: one value for each of " + keyColumns
                            + "; for all rows of leading columns ask " + replies.rowsPath() + "?" + keyColumns.get(0)
                            + "=)");
        }
        if (texts.size() > keyColumns.size()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    "path: " + texts.size() + " values (expected: one for each of " + keyColumns
                            + "; a / within a value is %2F)");
        }
        return one(request, texts, RowsQuery.parseForm(rawQuery(request)));
    }

    private static String rawQuery(HttpRequest<?> request) {
        String raw = request.getUri().getRawQuery();
        return raw == null ? "" : raw;
    }

    /** {@return the row, if the query names all key columns; else a page of rows} */
    HttpResponse<?> byQuery(HttpRequest<?> request) {
        RowsQuery query = RowsQuery.parse(rawQuery(request), keyColumns);
        return query.key().size() == keyColumns.size()
                ? one(request, query.key(), query.values())
                : HttpResponse.ok(page(query));
    }

    private HttpResponse<?> one(HttpRequest<?> request, List<String> texts, ValueForm values) {
        Answer<RowJson> answer = table.get(new RowKey(values(texts, ProblemType.BAD_KEY)));
        if (answer instanceof Answer.Found<RowJson> found) {
            return found(request, found, values);
        }
        if (answer instanceof Answer.Absent<RowJson> absent) {
            throw absent(absent);
        }
        if (answer instanceof Answer.Elsewhere<RowJson> elsewhere) {
            throw ProblemException.elsewhere(
                    "partition " + elsewhere.partition() + " of "
                            + table.contract().name() + " is not assigned to this instance",
                    ASK_AGAIN);
        }
        Answer.NotReady<RowJson> notReady = (Answer.NotReady<RowJson>) answer;
        throw ProblemException.notReady(notReady.reason(), notReady.retryAfter());
    }

    private HttpResponse<?> found(HttpRequest<?> request, Answer.Found<RowJson> found, ValueForm values) {
        MutableHttpResponse<RowReply> response = RowHeaders.isKnown(request, headers.etag(found.row(), values))
                ? HttpResponse.notModified()
                : HttpResponse.ok(replies.row(found.row(), values));
        headers.add(response, found, values);
        return response;
    }

    private ProblemException absent(Answer.Absent<RowJson> absent) {
        String asOf = RowHeaders.asOf(absent.asOf());
        ProblemException problem = ProblemException.of(
                        ProblemType.ROW_NOT_FOUND, table.contract().name() + " has no such row as of " + asOf)
                .with("as_of", absent.asOf())
                .header(RowHeaders.AS_OF, asOf);
        problem = absent.mark().isPresent() ? problem.with("mark", absent.mark().get()) : problem;
        if (absent.waiting().isPresent()) {
            WaitingReply waiting = WaitingReply.of(absent.waiting().get());
            problem = problem.with("waiting", waiting).header(RowHeaders.WAITING_SINCE, waiting.since());
        }
        if (absent.caughtUpAt().isEmpty()) {
            return problem;
        }
        String caughtUpAt = absent.caughtUpAt().get().toString();
        return problem.with("caught_up_at", caughtUpAt).header(RowHeaders.CAUGHT_UP_AT, caughtUpAt);
    }

    private RowsReply page(RowsQuery query) {
        Scan scan = Scan.prefix(
                query.key().isEmpty()
                        ? new Object[0]
                        : values(query.key(), ProblemType.BAD_KEY).toArray());
        if (query.limit().isPresent()) {
            scan = limited(scan, query.limit().get());
        }
        if (query.after().isPresent()) {
            scan = scan.after(after(query.after().get()));
        }
        Page<RowJson> page = page(scan);
        if (page.asOf().isEmpty() && !page.isComplete()) {
            throw ProblemException.notReady(page.missing().get(0).reason(), ASK_AGAIN)
                    .with("missing", page.missing());
        }
        return replies.page(page, query.values());
    }

    private Page<RowJson> page(Scan scan) {
        try {
            return table.scan(scan);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_PARAMETER, String.valueOf(e.getMessage()));
        }
    }

    private static Scan limited(Scan scan, int limit) {
        try {
            return scan.limit(limit);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_PARAMETER, String.valueOf(e.getMessage()));
        }
    }

    private RowKey after(List<String> texts) {
        if (texts.size() != keyColumns.size()) {
            throw ProblemException.of(
                    ProblemType.BAD_PARAMETER,
                    "after: " + texts.size() + " values (expected: next_after of the page before)");
        }
        return new RowKey(values(texts, ProblemType.BAD_PARAMETER));
    }

    private List<Object> values(List<String> texts, ProblemType otherwise) {
        try {
            return table.keyValues(texts);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(otherwise, String.valueOf(e.getMessage()));
        }
    }
}
