package io.keyfold.micronaut.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.keyfold.UpsertTable;
import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.micronaut.rest.JsonFields;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Server-sent events of one table, as bytes. JSON that is already text goes in as it is.
 *
 * @param table the table
 * @param query what is asked for
 * @param rowsPath the URL path of its rows
 * @param hidden the columns that the caller may not see: null stands for what they hold
 */
record ChangeEvents(UpsertTable<RowJson> table, ChangesQuery query, String rowsPath, Set<String> hidden) {

    /** Between tokens of a value, where its writer put it: an event's data is a line or several. */
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    boolean isAsked(RowChange<RowJson> change) {
        return query.isAsked(change);
    }

    byte[] begin(ChangeCursor cursor, Collection<Integer> partitions, List<MissingPartition> missing) {
        return event(
                "begin",
                cursor,
                "{\"table\":" + quoted(table.contract().name()) + ",\"partitions\":" + partitions + ",\"missing\":"
                        + gaps(missing) + "}");
    }

    byte[] change(ChangeCursor after, RowChange<RowJson> change) {
        Optional<Row<RowJson>> said = change.after().or(change::before);
        return event(
                change.kind().name().toLowerCase(Locale.ROOT),
                after,
                "{\"kind\":\"" + change.kind() + "\",\"key\":" + key(change.key())
                        + ",\"before\":" + change.before().map(this::value).orElse("null")
                        + ",\"after\":" + change.after().map(this::value).orElse("null")
                        + ",\"position\":" + position(change.position())
                        + ",\"timestamp\":"
                        + change.after()
                                .flatMap(Row::timestamp)
                                .map(Instant::toString)
                                .map(ChangeEvents::quoted)
                                .orElse("null")
                        + ",\"cause\":\"" + change.cause() + "\",\"mark\":"
                        + said.flatMap(Row::mark)
                                .map(mark -> "{\"position\":" + position(mark.position()) + ",\"reason\":"
                                        + quoted(mark.reason()) + "}")
                                .orElse("null")
                        + "}");
    }

    byte[] reset(ChangeCursor cursor, Cause cause, List<Integer> partitions) {
        String topic = quoted(table.contract().topic());
        String asOf = partitions.stream()
                .flatMap(partition -> cursor.at(partition).stream()
                        .map(at -> "{\"topic\":" + topic + ",\"partition\":" + partition + ",\"position\":"
                                + at.position() + "}"))
                .collect(Collectors.joining(",", "[", "]"));
        String read = query.columns().isEmpty() ? rowsPath : rowsPath + "?" + query.columns();
        return event(
                "reset",
                cursor,
                "{\"partitions\":" + partitions + ",\"cause\":\"" + cause + "\",\"reason\":" + quoted(cause.reason())
                        + ",\"as_of\":" + asOf + ",\"read\":" + quoted(read) + "}");
    }

    byte[] missing(ChangeCursor cursor, List<MissingPartition> missing) {
        return event("missing", cursor, "{\"missing\":" + gaps(missing) + "}");
    }

    byte[] found(ChangeCursor cursor, Collection<Integer> partitions) {
        return event("found", cursor, "{\"partitions\":" + partitions + "}");
    }

    /** No event, but the id counts: what was left out need not be looked through again. */
    static byte[] heartbeat(ChangeCursor cursor) {
        return (": \nid: " + cursor + "\n\n").getBytes(UTF_8);
    }

    /** All of a row that goes out goes through here, and {@link #key}. */
    private String value(Row<RowJson> row) {
        return seen(query.values().json(table, row));
    }

    private String key(RowKey key) {
        String whole = table.canonicalKeyJson(key);
        return hidden.isEmpty() ? whole : seen(whole.getBytes(UTF_8));
    }

    private String seen(byte[] json) {
        return new String(hidden.isEmpty() ? json : JsonFields.masked(json, hidden), UTF_8);
    }

    private static String gaps(List<MissingPartition> missing) {
        return missing.stream()
                .map(gap -> "{\"partition\":" + gap.partition() + ",\"reason\":" + quoted(gap.reason()) + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String position(RecordPosition position) {
        return "{\"topic\":" + quoted(position.topic()) + ",\"partition\":" + position.partition() + ",\"offset\":"
                + position.offset() + "}";
    }

    private static String quoted(String text) {
        return "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }

    private static byte[] event(String name, ChangeCursor cursor, String data) {
        return ("event: " + name + "\nid: " + cursor + "\ndata: "
                        + LINE_END.matcher(data).replaceAll("\ndata: ") + "\n\n")
                .getBytes(UTF_8);
    }
}
