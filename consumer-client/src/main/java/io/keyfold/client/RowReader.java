package io.keyfold.client;

import io.keyfold.query.Answer;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads rows, answers and pages out of replies. Safe for many threads. */
final class RowReader {

    private static final int UNAVAILABLE = 503;
    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
    private static final Pattern POSITION = Pattern.compile("(.+)-([0-9]{1,9})@([0-9]{1,18})");

    private final ColumnTexts texts;

    RowReader(ColumnTexts texts) {
        this.texts = texts;
    }

    /** {@return the row that was asked for} */
    Answer<RowJson> found(JsonSlice reply, HttpHeaders headers, RowKey key) {
        Matcher asOf = POSITION.matcher(headers.firstValue("Keyfold-As-Of").orElse(""));
        if (!asOf.matches()) {
            throw new IllegalArgumentException("header Keyfold-As-Of is missing, or has another form");
        }
        return new Answer.Found<>(
                row(reply, key),
                new PartitionPosition(asOf.group(1), Integer.parseInt(asOf.group(2)), Long.parseLong(asOf.group(3))),
                headers.firstValue("Keyfold-Caught-Up-At").map(Instant::parse));
    }

    /** {@return the answer that the problem stands for; empty if it is none} */
    static Optional<Answer<RowJson>> unanswered(Problem problem) {
        if (problem.isRowNotFound()) {
            return problem.body().map(RowReader::absent);
        }
        if (problem.status() == UNAVAILABLE) {
            return Optional.of(new Answer.NotReady<>(
                    problem.detail().orElse("the service is not available"),
                    problem.retryAfter().orElse(ASK_AGAIN)));
        }
        return Optional.empty();
    }

    private static Answer<RowJson> absent(JsonSlice problem) {
        Map<String, JsonSlice> members = problem.members();
        return new Answer.Absent<>(
                asOf(JsonSlice.required(members, "as_of")),
                present(members, "caught_up_at").map(RowReader::instant),
                present(members, "mark").map(RowReader::mark),
                present(members, "waiting").map(RowReader::waiting),
                present(members, "standby").map(RowReader::standby));
    }

    /** {@return one answer of many} */
    Answer<RowJson> result(JsonSlice result, RowKey key) {
        Map<String, JsonSlice> members = result.members();
        Optional<JsonSlice> row = present(members, "row");
        if (row.isPresent()) {
            return new Answer.Found<>(
                    row(row.get(), key), asOf(JsonSlice.required(members, "as_of")), Optional.empty());
        }
        Problem problem = Problem.of(JsonSlice.required(members, "problem"));
        return unanswered(problem)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a result with status " + problem.status() + " (expected: 200, 404 or 503)"));
    }

    /** {@return the row of a key, also where the reply masks that} */
    private Row<RowJson> row(JsonSlice row, RowKey key) {
        return row(row, told -> {
            if (!texts.isKey(told, key)) {
                throw new IllegalArgumentException("a row of another key");
            }
            return key;
        });
    }

    private Row<RowJson> row(JsonSlice row, Function<JsonSlice, RowKey> key) {
        Map<String, JsonSlice> members = row.members();
        return new Row<>(
                key.apply(JsonSlice.required(members, "key")),
                new RowJson(JsonSlice.required(members, "value").bytes()),
                position(JsonSlice.required(members, "position")),
                present(members, "timestamp").map(RowReader::instant),
                present(members, "mark").map(RowReader::mark),
                present(members, "stale").map(RowReader::stale),
                present(members, "waiting").map(RowReader::waiting),
                present(members, "standby").map(RowReader::standby));
    }

    /** {@return a page of rows} */
    <T> ClientPage<Row<T>> rows(JsonSlice reply, Function<Row<RowJson>, Row<T>> reader) {
        return page(reply, "rows", row -> reader.apply(row(row, texts::key)));
    }

    /** {@return a page of what stands in a member} */
    static <E> ClientPage<E> page(JsonSlice reply, String member, Function<JsonSlice, E> reader) {
        Map<String, JsonSlice> members = reply.members();
        return new ClientPage<>(
                list(members, member, reader),
                JsonSlice.required(members, "complete").isTrue(),
                list(members, "missing", RowReader::missing),
                list(members, "stale", gap -> new StalePartition(partition(gap), stale(gap))),
                list(members, "waiting", gap -> new WaitingPartition(partition(gap), waiting(gap))),
                list(members, "standby", gap -> new StandbyPartition(partition(gap), standby(gap))),
                list(members, "as_of", RowReader::asOf),
                present(members, "next_page_token").map(JsonSlice::text));
    }

    private static <E> List<E> list(Map<String, JsonSlice> members, String name, Function<JsonSlice, E> reader) {
        List<E> list = new ArrayList<>();
        for (JsonSlice item : JsonSlice.required(members, name).items()) {
            list.add(reader.apply(item));
        }
        return list;
    }

    static Optional<JsonSlice> present(Map<String, JsonSlice> members, String name) {
        return Optional.ofNullable(members.get(name)).filter(value -> !value.isNull());
    }

    private static int partition(JsonSlice gap) {
        return gap.require("partition").index();
    }

    private static MissingPartition missing(JsonSlice gap) {
        return new MissingPartition(partition(gap), gap.require("reason").text());
    }

    static PartitionPosition asOf(JsonSlice asOf) {
        Map<String, JsonSlice> members = asOf.members();
        return new PartitionPosition(
                JsonSlice.required(members, "topic").text(),
                JsonSlice.required(members, "partition").index(),
                JsonSlice.required(members, "position").number());
    }

    static RecordPosition position(JsonSlice position) {
        Map<String, JsonSlice> members = position.members();
        return new RecordPosition(
                JsonSlice.required(members, "topic").text(),
                JsonSlice.required(members, "partition").index(),
                JsonSlice.required(members, "offset").number());
    }

    static RowMark mark(JsonSlice mark) {
        return new RowMark(
                position(mark.require("position")), mark.require("reason").text());
    }

    static Instant instant(JsonSlice time) {
        return Instant.parse(time.text());
    }

    private static StaleMark stale(JsonSlice stale) {
        return new StaleMark(
                stale.get("caught_up_at").map(RowReader::instant),
                stale.require("reason").text());
    }

    private static WaitingMark waiting(JsonSlice waiting) {
        return new WaitingMark(instant(waiting.require("since")));
    }

    private static StandbyMark standby(JsonSlice standby) {
        return new StandbyMark(instant(standby.require("read_through")));
    }
}
