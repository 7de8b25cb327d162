package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks for one row and turns the core's answer into a reply or a problem. */
@Singleton
final class OneRow {

    static final String PARAMETERS = ValueForm.PARAMETER + ", " + RowView.FIELDS + ", " + Freshness.NAMES;

    private final Patience patience;
    private final Views views;
    private final WaitingRoom waiting;

    OneRow(Patience patience, Views views, WaitingRoom waiting) {
        this.patience = patience;
        this.views = views;
        this.waiting = waiting;
    }

    /** {@return the row of the key in the path} */
    CompletionStage<HttpResponse<?>> byPath(ServedTable table, HttpRequest<?> request, TablePaths paths) {
        List<String> texts;
        try {
            texts = KeyPath.parse(paths.encodedKey());
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, "path: " + e.getMessage());
        }
        List<String> columns = table.contract().keyColumns();
        if (texts.size() < columns.size()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    columns.get(texts.size()) + ": missing (expected: one value for each of " + columns
                            + "; for all rows of leading columns ask " + paths.rows(table.name()) + "?"
                            + columns.get(0) + "=)");
        }
        if (texts.size() > columns.size()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    "path: " + texts.size() + " values (expected: one for each of " + columns
                            + "; a / within a value is %2F)");
        }
        return get(table, request, paths, texts, Parameters.of(request));
    }

    /** {@return the row of a key, made at once where that needs no waiting} */
    CompletionStage<HttpResponse<?>> get(
            ServedTable table, HttpRequest<?> request, TablePaths paths, List<String> texts, Parameters parameters) {
        RowView view = views.take(parameters, table, request);
        Freshness freshness = table.freshness(parameters);
        parameters.refuseRest(ProblemType.BAD_PARAMETER, "unknown", PARAMETERS);
        RowKey key = key(table, texts);
        Optional<Answer<RowJson>> known = table.reading(freshness).peek(key);
        if (known.isPresent()) {
            return CompletableFuture.completedFuture(reply(table, request, paths, known.get(), view));
        }
        return waiting.reply(() -> {
            Answer<RowJson> answer = patience.ask(
                    freshness.patience(), () -> table.reading(freshness).get(key), Unanswered::isAnswer);
            return reply(table, request, paths, answer, view);
        });
    }

    private static HttpResponse<?> reply(
            ServedTable table, HttpRequest<?> request, TablePaths paths, Answer<RowJson> answer, RowView view) {
        if (answer instanceof Answer.Found<RowJson> found) {
            return found(table, request, paths, found, view);
        }
        throw Unanswered.problem(table.name(), answer);
    }

    private static HttpResponse<?> found(
            ServedTable table, HttpRequest<?> request, TablePaths paths, Answer.Found<RowJson> found, RowView view) {
        RowHeaders headers = new RowHeaders(table);
        String etag = headers.etag(found.row(), view, request);
        MutableHttpResponse<RowReply> response = RowHeaders.isKnown(request, etag)
                ? HttpResponse.notModified()
                : HttpResponse.ok(new RowReplies(table.here(), paths.rows(table.name())).row(found.row(), view));
        headers.add(response, found, etag);
        return response.contentType(MediaType.APPLICATION_JSON_TYPE);
    }

    /** {@return the key of texts} */
    static RowKey key(ServedTable table, List<String> texts) {
        try {
            return new RowKey(table.keyValues(texts));
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, String.valueOf(e.getMessage()));
        }
    }
}
