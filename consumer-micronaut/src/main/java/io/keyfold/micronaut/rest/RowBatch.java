package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Asks for the rows of many keys. */
@Singleton
final class RowBatch {

    private final Patience patience;
    private final Views views;

    RowBatch(Patience patience, Views views) {
        this.patience = patience;
        this.views = views;
    }

    /** {@return what became of each key} */
    HttpResponse<?> get(ServedTable table, HttpRequest<?> request, TablePaths paths, String body) {
        Parameters parameters = Parameters.of(request);
        RowView view = views.take(parameters, table, request);
        Freshness freshness = table.freshness(parameters);
        parameters.refuseRest(ProblemType.BAD_PARAMETER, "unknown", OneRow.PARAMETERS);
        List<RowKey> keys = BatchRequest.read(table, body);
        List<Answer<RowJson>> answers = patience.ask(
                freshness.patience(),
                () -> table.reading(freshness).getAll(keys),
                all -> all.stream().allMatch(Unanswered::isAnswer));
        RowReplies replies = new RowReplies(table.here(), paths.rows(table.name()));
        List<BatchReply.Result> results = new ArrayList<>(answers.size());
        for (Answer<RowJson> answer : answers) {
            results.add(result(table, replies, view, answer));
        }
        return HttpResponse.ok(new BatchReply(results, answers.stream().allMatch(Unanswered::isAnswer)));
    }

    private static BatchReply.Result result(
            ServedTable table, RowReplies replies, RowView view, Answer<RowJson> answer) {
        if (answer instanceof Answer.Found<RowJson> found) {
            return new BatchReply.Result(HttpStatus.OK.getCode(), replies.row(found.row(), view), found.asOf(), null);
        }
        Problem problem = Unanswered.problem(table.name(), answer).body();
        return new BatchReply.Result(problem.status(), null, null, problem);
    }
}
