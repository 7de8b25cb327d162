package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.UpsertTable;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StandbyPartitionReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.rest.PageRequest.Order;
import io.keyfold.micronaut.token.PageTokens;
import io.keyfold.micronaut.token.Question;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Lists rows in key order, and counts them. */
@Singleton
final class RowLists {

    private final Patience patience;
    private final Views views;
    private final PageTokens tokens;
    private final ListReplies replies;
    private final OneRow rows;
    private final WaitingRoom waiting;

    RowLists(Patience patience, Views views, PageTokens tokens, ListReplies replies, OneRow rows, WaitingRoom waiting) {
        this.patience = patience;
        this.views = views;
        this.tokens = tokens;
        this.replies = replies;
        this.rows = rows;
        this.waiting = waiting;
    }

    private static Filter.Columns columns(ServedTable table) {
        return new Filter.Columns(
                table.contract().keyColumns().stream()
                        .map(column -> new Filter.Columns.Name(column, false))
                        .toList(),
                false,
                ProblemType.BAD_KEY);
    }

    /** {@return the row, if the query names all key columns; else a page of rows} */
    CompletionStage<HttpResponse<?>> byQuery(ServedTable table, HttpRequest<?> request, TablePaths paths) {
        Parameters parameters = Parameters.of(request);
        Filter filter = Filter.take(parameters, columns(table));
        List<String> keyColumns = table.contract().keyColumns();
        if (filter.equal().size() == keyColumns.size()) {
            ListReplies.requireObject(request);
            return rows.get(table, request, paths, keyTexts(filter), parameters);
        }
        return waiting.reply(() -> page(table, request, paths, parameters, filter));
    }

    private HttpResponse<?> page(
            ServedTable table, HttpRequest<?> request, TablePaths paths, Parameters parameters, Filter filter) {
        List<String> keyColumns = table.contract().keyColumns();
        PageRequest page = PageRequest.take(parameters, false, table.limits().pageSize());
        RowView view = views.take(parameters, table, request);
        Freshness freshness = table.freshness(parameters);
        refuseRest(
                parameters,
                keyColumns,
                PageRequest.ORDER + ", " + PageRequest.SIZE + ", " + PageRequest.TOKEN + ", " + OneRow.PARAMETERS);
        Views.requireSeen(view.hidden(), filter, keyColumns);
        Question question = question(table, "rows", filter, page.order());
        Scan scan = scan(table, filter, page.order()).limit(page.size());
        Scan asked = page.token().isEmpty()
                ? scan
                : scan.after(place(table, tokens.take(question, page.token().get())));
        Page<RowJson> found = patience.ask(
                freshness.patience(),
                () -> checked(() -> table.reading(freshness).scan(asked)),
                Page::isComplete);
        Unanswered.requireAsked(found.asOf(), found.missing());
        RowReplies made = new RowReplies(table.here(), paths.rows(table.name()));
        RowsReply reply = new RowsReply(
                made.rows(found.rows(), view),
                found.isComplete(),
                found.missing(),
                StalePartitionReply.of(found.stale()),
                WaitingPartitionReply.of(found.waiting()),
                StandbyPartitionReply.of(found.standby()),
                found.asOf(),
                found.next().map(key -> tokens.give(question, place(made, key))).orElse(null));
        return replies.reply(table, request, reply, reply.rows(), reply.end());
    }

    /** {@return how many rows the query would give} */
    HttpResponse<?> count(ServedTable table, HttpRequest<?> request, TablePaths paths) {
        Parameters parameters = Parameters.of(request);
        Filter filter = Filter.take(parameters, columns(table));
        PageRequest page = PageRequest.take(parameters, false, table.limits().pageSize());
        Freshness freshness = table.freshness(parameters);
        List<String> keyColumns = table.contract().keyColumns();
        refuseRest(
                parameters,
                keyColumns,
                PageRequest.ORDER + ", " + PageRequest.SIZE + ", " + PageRequest.TOKEN + ", " + Freshness.NAMES);
        Views.requireSeen(views.hidden(table, request), filter, keyColumns);
        Question question = question(table, "count", filter, page.order());
        int budget = table.limits().scanRows();
        Scan scan = scan(table, filter, page.order()).limit(Math.min(budget, Scan.MAX_LIMIT));
        Scan asked = page.token().isEmpty()
                ? scan
                : scan.after(place(table, tokens.take(question, page.token().get())));
        UpsertTable<RowJson> reading = table.reading(freshness);
        Counting counted = patience.ask(
                freshness.patience(), () -> checked(() -> Counting.of(reading, asked, budget)), Counting::hasAskedAll);
        Unanswered.requireAsked(counted.asOf(), counted.missing());
        RowReplies made = new RowReplies(table.here(), paths.rows(table.name()));
        return HttpResponse.ok(CountReply.of(
                counted,
                counted.next()
                        .map(key -> tokens.give(question, place(made, key)))
                        .orElse(null)));
    }

    private static void refuseRest(Parameters parameters, List<String> keyColumns, String others) {
        parameters.refuseRest(
                ProblemType.BAD_KEY, "no key column", "one of " + keyColumns + ", with .from or .to, " + others);
    }

    private static Question question(ServedTable table, String endpoint, Filter filter, Order order) {
        return new Question(
                table.name(),
                endpoint + " " + order + " " + filter.text(),
                table.generation().text());
    }

    private static List<String> keyTexts(Filter filter) {
        List<String> texts = new ArrayList<>();
        filter.equal().forEach(text -> {
            if (text != null) { // a key column is never null
                texts.add(text);
            }
        });
        return texts;
    }

    private static Scan scan(ServedTable table, Filter filter, Order order) {
        List<String> equal = keyTexts(filter);
        Scan scan = equal.isEmpty()
                ? Scan.all()
                : Scan.prefix(values(table, equal, ProblemType.BAD_KEY).toArray());
        if (filter.from().isPresent()) {
            scan = scan.from(bound(table, equal, filter.from().get()));
        }
        if (filter.to().isPresent()) {
            scan = scan.to(bound(table, equal, filter.to().get()));
        }
        return order == Order.DESC ? scan.reverse() : scan;
    }

    private static Object bound(ServedTable table, List<String> equal, String text) {
        List<String> texts = new ArrayList<>(equal);
        texts.add(text);
        List<Object> values = values(table, texts, ProblemType.BAD_KEY);
        return values.get(values.size() - 1);
    }

    private static byte[] place(RowReplies replies, RowKey key) {
        return KeyPath.format(replies.texts(key)).getBytes(UTF_8);
    }

    private static RowKey place(ServedTable table, byte[] place) {
        return new RowKey(values(table, KeyPath.parse(new String(place, UTF_8)), ProblemType.BAD_TOKEN));
    }

    private static List<Object> values(ServedTable table, List<String> texts, ProblemType otherwise) {
        try {
            return table.keyValues(texts);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(otherwise, String.valueOf(e.getMessage()));
        }
    }

    /** {@return what the table says, or a problem where it refuses the question} */
    static <T> T checked(Supplier<T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_PARAMETER, String.valueOf(e.getMessage()));
        }
    }
}
