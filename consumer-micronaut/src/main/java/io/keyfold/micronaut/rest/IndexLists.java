package io.keyfold.micronaut.rest;

import io.keyfold.config.IndexSettings;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StandbyPartitionReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.token.PageTokens;
import io.keyfold.micronaut.token.Question;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexPosition;
import io.keyfold.query.IndexScan;
import io.keyfold.row.RowJson;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists rows in the order of an index. */
@Singleton
final class IndexLists {

    private final Patience patience;
    private final Views views;
    private final PageTokens tokens;
    private final ListReplies replies;

    IndexLists(Patience patience, Views views, PageTokens tokens, ListReplies replies) {
        this.patience = patience;
        this.views = views;
        this.tokens = tokens;
        this.replies = replies;
    }

    /** {@return a page of rows} */
    HttpResponse<?> page(ServedTable table, String name, HttpRequest<?> request, TablePaths paths) {
        IndexSettings index = declared(table, name);
        Parameters parameters = Parameters.of(request);
        Filter filter = Filter.take(parameters, columns(table, index));
        PageRequest page = PageRequest.take(parameters, false, table.limits().pageSize());
        RowView view = views.take(parameters, table, request);
        Freshness freshness = table.freshness(parameters);
        parameters.refuseRest(
                ProblemType.BAD_PARAMETER,
                "no column of the index",
                "one of " + index.columns() + ", with .from, .to, .prefix or .null, " + PageRequest.ORDER + ", "
                        + PageRequest.SIZE + ", " + PageRequest.TOKEN + ", " + OneRow.PARAMETERS);
        Views.requireSeen(view.hidden(), filter, index.columns());
        Views.requireUnranked(view.hidden(), filter, index.columns());
        Question question = new Question(
                table.name(),
                "index " + name + " " + page.order() + " " + filter.text(),
                table.generation().text());
        IndexScan asked = RowLists.checked(() -> scan(table, index, filter)).limit(page.size());
        asked = page.order() == PageRequest.Order.DESC ? asked.reverse() : asked;
        IndexScan scan = page.token().isEmpty()
                ? asked
                : asked.after(
                        IndexPosition.of(tokens.take(question, page.token().get())));
        IndexPage<RowJson> found = patience.ask(
                freshness.patience(),
                () -> RowLists.checked(() -> table.reading(freshness).scan(scan)),
                IndexPage::isComplete);
        Unanswered.requireAsked(found.asOf(), found.missing());
        RowsReply reply = new RowsReply(
                new RowReplies(table.here(), paths.rows(table.name())).rows(found.rows(), view),
                found.isComplete(),
                found.missing(),
                StalePartitionReply.of(found.stale()),
                WaitingPartitionReply.of(found.waiting()),
                StandbyPartitionReply.of(found.standby()),
                found.asOf(),
                found.next().map(next -> tokens.give(question, next.bytes())).orElse(null));
        return replies.reply(table, request, reply, reply.rows(), reply.end());
    }

    private static IndexSettings declared(ServedTable table, String name) {
        List<IndexSettings> indexes = table.here().settings().indexes();
        return indexes.stream()
                .filter(index -> index.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ProblemException.of(
                        ProblemType.INDEX_NOT_FOUND,
                        table.name() + " has no such index (expected: "
                                + (indexes.isEmpty()
                                        ? "none, for none is declared"
                                        : "one of "
                                                + indexes.stream()
                                                        .map(IndexSettings::name)
                                                        .toList())
                                + ")"));
    }

    private static Filter.Columns columns(ServedTable table, IndexSettings index) {
        return new Filter.Columns(
                index.columns().stream()
                        .map(column -> new Filter.Columns.Name(
                                column, table.contract().column(column).nullable()))
                        .toList(),
                true,
                ProblemType.BAD_PARAMETER);
    }

    private static IndexScan scan(ServedTable table, IndexSettings index, Filter filter) {
        IndexScan scan = IndexScan.of(index.name());
        int count = filter.equal().size();
        @Nullable Object[] equal = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            String text = filter.equal().get(i);
            equal[i] = text == null
                    ? null
                    : table.here().columnValue(index.columns().get(i), text);
        }
        scan = scan.equal(equal);
        if (filter.from().isPresent()) {
            scan = scan.from(table.here()
                    .columnValue(index.columns().get(count), filter.from().get()));
        }
        if (filter.to().isPresent()) {
            scan = scan.to(table.here()
                    .columnValue(index.columns().get(count), filter.to().get()));
        }
        return filter.prefix().isPresent() ? scan.startsWith(filter.prefix().get()) : scan;
    }
}
