package io.keyfold.micronaut.rest;

import io.keyfold.query.Answer;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.StandbyMark;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The headers of a reply about one row: which version it is, and how far the table had been read.
 *
 * <p>{@code ETag: "9f8e7d6c-3-1842"} is eight hex digits of the topic's generation (its id and how many partitions it has), then
 * partition and offset of the record that wrote the row. What else the body depends on follows, each only where it is so:
 *
 * <ul>
 *   <li>{@code -m3-1850}: a mark, with the record that could not be applied;
 *   <li>{@code -s9f8e7d6c}: it may have been deleted upstream, with digits of what is said of that;
 *   <li>{@code -w9f8e7d6c}: newer data of its partition waits behind an open transaction, with digits of since when;
 *   <li>{@code -b9f8e7d6c}: read from a standby copy, with digits of how far that is;
 *   <li>{@code -c1a2b3c4d}: the value in its canonical form, with digits of the contract, which another contract changes;
 *   <li>{@code -f1a2b3c4d}: some fields alone, or masked columns, with digits of which;
 *   <li>{@code -z}: the caller takes compressed replies.
 * </ul>
 *
 * It is strong: the body depends on nothing else.
 */
final class RowHeaders {

    static final String AS_OF = "Keyfold-As-Of";
    /** As of when every delete in the row's partition is known to have been seen, ISO-8601 in UTC. */
    static final String CAUGHT_UP_AT = "Keyfold-Caught-Up-At";
    /** Why the row may have been deleted upstream. */
    static final String STALE = "Keyfold-Stale";
    /** Whether the active copy of the row's partition was read, or a standby copy. */
    static final String SERVED_BY = "Keyfold-Served-By";
    /** As of when all that could be read is in the standby copy that was read, ISO-8601 in UTC. */
    static final String READ_THROUGH = "Keyfold-Read-Through";
    /** Since when newer data of the row's partition has waited behind an open transaction, ISO-8601 in UTC. */
    static final String WAITING_SINCE = "Keyfold-Waiting-Since";

    /** What a date of HTTP can say: the years 0 to 9999. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final String ACTIVE = "active";
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");

    private final ServedTable table;

    /** Those of a table's rows. */
    RowHeaders(ServedTable table) {
        this.table = table;
    }

    void add(MutableHttpResponse<?> response, Answer.Found<?> found, String etag) {
        Row<?> row = found.row();
        response.header(HttpHeaders.ETAG, etag).header(AS_OF, asOf(found.asOf()));
        found.caughtUpAt().ifPresent(at -> response.header(CAUGHT_UP_AT, at.toString()));
        row.stale().ifPresent(mark -> response.header(STALE, printable(mark.reason())));
        row.waiting()
                .ifPresent(mark -> response.header(WAITING_SINCE, mark.since().toString()));
        if (row.standby().isEmpty()) {
            response.header(SERVED_BY, ACTIVE);
        } else {
            servedBy(row.standby()).forEach(response::header);
        }
        row.timestamp()
                .filter(time -> !time.isBefore(FIRST) && !time.isAfter(LAST))
                .ifPresent(time -> response.header(HttpHeaders.LAST_MODIFIED, DateFormatter.format(Date.from(time))));
        Views.vary(response, table, HttpHeaders.ACCEPT_ENCODING);
    }

    /** {@return the headers that tell which copy was read} */
    static Map<String, String> servedBy(Optional<StandbyMark> standby) {
        return standby.map(mark -> Map.of(
                        SERVED_BY, "standby", READ_THROUGH, mark.readThrough().toString()))
                .orElse(Map.of(SERVED_BY, ACTIVE));
    }

    /** A header has nothing but ASCII. */
    private static String printable(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }

    /** {@return the row's tag in this view, as this caller takes it} */
    String etag(Row<?> row, RowView view, HttpRequest<?> request) {
        StringBuilder tag = new StringBuilder(48);
        tag.append('"').append(table.generation().digits()).append('-');
        append(tag, row.position());
        row.mark().ifPresent(mark -> append(tag.append("-m"), mark.position()));
        row.stale().ifPresent(mark -> append(tag, "-s", mark.caughtUpAt() + mark.reason()));
        row.waiting().ifPresent(mark -> append(tag, "-w", mark.since().toString()));
        row.standby().ifPresent(mark -> append(tag, "-b", mark.readThrough().toString()));
        tag.append(view.tag());
        if (request.getHeaders().contains(HttpHeaders.ACCEPT_ENCODING)) {
            tag.append("-z");
        }
        return tag.append('"').toString();
    }

    private static void append(StringBuilder tag, RecordPosition position) {
        tag.append(position.partition()).append('-').append(position.offset());
    }

    private static void append(StringBuilder tag, String kind, String what) {
        tag.append(kind).append(ServedTable.digits(what));
    }

    static String asOf(PartitionPosition asOf) {
        return asOf.topic() + "-" + asOf.partition() + "@" + asOf.position();
    }

    /** {@return whether the client says that it has this version already} */
    static boolean isKnown(HttpRequest<?> request, String etag) {
        List<String> known = request.getHeaders().getAll(HttpHeaders.IF_NONE_MATCH);
        return !known.isEmpty()
                && known.stream()
                        .flatMap(value -> Arrays.stream(value.split(",")))
                        .map(String::strip)
                        .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }
}
