package io.keyfold.micronaut.rest;

import io.keyfold.config.Grouping;
import io.keyfold.config.TotalSettings;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StandbyPartitionReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.token.PageTokens;
import io.keyfold.micronaut.token.Question;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists the groups of a total. */
@Singleton
final class TotalLists {

    private final Patience patience;
    private final Views views;
    private final PageTokens tokens;
    private final ListReplies replies;

    TotalLists(Patience patience, Views views, PageTokens tokens, ListReplies replies) {
        this.patience = patience;
        this.views = views;
        this.tokens = tokens;
        this.replies = replies;
    }

    /** {@return a page of groups} */
    HttpResponse<?> page(ServedTable table, String name, HttpRequest<?> request, TablePaths paths) {
        TotalSettings total = declared(table, name);
        Parameters parameters = Parameters.of(request);
        Filter.Columns columns = columns(table, total);
        Filter filter = Filter.take(parameters, columns);
        PageRequest page = PageRequest.take(parameters, true, table.limits().pageSize());
        Freshness freshness = table.freshness(parameters);
        parameters.refuseRest(
                ProblemType.BAD_PARAMETER,
                "nothing that the total groups by",
                "one of " + columns.texts() + ", with .from, .to or .null, " + PageRequest.ORDER + ", "
                        + PageRequest.SIZE + ", " + PageRequest.TOKEN + ", " + Freshness.NAMES);
        Set<String> hidden = views.hidden(table, request);
        List<String> grouped = total.groupBy().stream().map(Grouping::column).toList();
        Views.requireSeen(hidden, filter, grouped);
        Views.requireUnranked(hidden, filter, beforeTheLastSeen(grouped, hidden));
        Views.requireUnranked(hidden, total.measure(), page.order());
        GroupValues values = new GroupValues(table.here(), total);
        Question question = new Question(
                table.name(),
                "total " + name + " " + page.order() + " " + filter.text(),
                table.generation().text());
        TotalScan scan = RowLists.checked(
                        () -> scan(values, filter, page, table.limits().scanRows()))
                .limit(page.size());
        TotalScan asked = page.token().isEmpty()
                ? scan
                : after(scan, values, tokens.take(question, page.token().get()));
        TotalPage found = patience.ask(
                freshness.patience(),
                () -> RowLists.checked(() -> table.reading(freshness).totals(asked)),
                TotalPage::isComplete);
        Unanswered.requireAsked(found.asOf(), found.missing());
        GroupReplies made = new GroupReplies(
                values,
                RowView.of(table, ValueForm.RAW, Optional.empty(), hidden),
                new RowReplies(table.here(), paths.rows(table.name())));
        TotalsReply reply = new TotalsReply(
                found.groups().stream().map(made::group).toList(),
                found.isComplete(),
                found.missing(),
                StalePartitionReply.of(found.stale()),
                WaitingPartitionReply.of(found.waiting()),
                StandbyPartitionReply.of(found.standby()),
                found.asOf(),
                found.next()
                        .map(next -> tokens.give(question, values.bytes(next)))
                        .orElse(null));
        return replies.reply(table, request, reply, reply.groups(), reply.end());
    }

    /** Behind these a part is told, and would be ranked by them. */
    private static List<String> beforeTheLastSeen(List<String> grouped, Set<String> hidden) {
        int end = grouped.size();
        while (end > 0 && hidden.contains(grouped.get(end - 1))) {
            end--;
        }
        return grouped.subList(0, end);
    }

    private static TotalSettings declared(ServedTable table, String name) {
        List<TotalSettings> totals = table.here().settings().totals();
        return totals.stream()
                .filter(total -> total.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ProblemException.of(
                        ProblemType.TOTAL_NOT_FOUND,
                        table.name() + " has no such total (expected: "
                                + (totals.isEmpty()
                                        ? "none, for none is declared"
                                        : "one of "
                                                + totals.stream()
                                                        .map(TotalSettings::name)
                                                        .toList())
                                + ")"));
    }

    private static Filter.Columns columns(ServedTable table, TotalSettings total) {
        return new Filter.Columns(
                total.groupBy().stream()
                        .map(grouping -> new Filter.Columns.Name(
                                grouping.toString(),
                                table.contract().column(grouping.column()).nullable()))
                        .toList(),
                false,
                ProblemType.BAD_PARAMETER);
    }

    private static TotalScan scan(GroupValues values, Filter filter, PageRequest page, int mostGroups) {
        TotalScan scan = TotalScan.of(values.total().name());
        int count = filter.equal().size();
        @Nullable Object[] equal = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            String text = filter.equal().get(i);
            equal[i] = text == null ? null : values.parse(i, text);
        }
        scan = scan.group(equal);
        if (filter.from().isPresent()) {
            scan = scan.from(values.parse(count, filter.from().get()));
        }
        if (filter.to().isPresent()) {
            scan = scan.to(values.parse(count, filter.to().get()));
        }
        return switch (page.order()) {
            case ASC -> scan;
            case DESC -> scan.reverse();
            case GREATEST -> scan.greatest(mostGroups);
        };
    }

    private static TotalScan after(TotalScan scan, GroupValues values, byte[] place) {
        return RowLists.checked(() -> scan.after(values.group(place)));
    }
}
