package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.query.Answer;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.schemas.TableContract;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The headers of a reply about one row: which version it is, and how far the table had been read.
 *
 * <p>{@code ETag: "3-1842"} is partition and offset of the record that wrote the row, {@code "3-1842-m3-1850"} with a mark,
 * {@code "3-1842-s9f8e7d6c"} while it may have been deleted upstream, with eight hex digits of what is said of that,
 * {@code "3-1842-w9f8e7d6c"} while newer data of its partition waits behind an open transaction, with digits of since when,
 * and ends in {@code -c} where the value is in its canonical form, and in what that form depends on beside the record: eight hex
 * digits of the contract, {@code "3-1842-c1a2b3c4d"}, which another contract changes.
 * It is strong: the body depends on nothing else, as long as the topic is not made anew.
 */
final class RowHeaders {

    static final String AS_OF = "Keyfold-As-Of";
    /** As of when every delete in the row's partition is known to have been seen, ISO-8601 in UTC. */
    static final String CAUGHT_UP_AT = "Keyfold-Caught-Up-At";
    /** Why the row may have been deleted upstream. */
    static final String STALE = "Keyfold-Stale";
    /** Since when newer data of the row's partition has waited behind an open transaction, ISO-8601 in UTC. */
    static final String WAITING_SINCE = "Keyfold-Waiting-Since";

    // Unlike RFC_1123_DATE_TIME it writes two digits for the day, as RFC 9110 asks.
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);
    private static final int LAST_YEAR = 9999;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");

    private final String canonical;

    /** Those of a table's rows. */
    RowHeaders(TableContract contract) {
        this.canonical = "-c" + digits(contract);
    }

    /** Of what says how a record is read and its canonical value written. */
    private static String digits(TableContract contract) {
        String text = contract.columns() + "\n" + contract.valueFields() + "\n" + contract.valueJson() + "\n"
                + contract.lenient();
        return digits(text);
    }

    private static String digits(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    void add(MutableHttpResponse<?> response, Answer.Found<?> found, ValueForm values) {
        Row<?> row = found.row();
        response.header(HttpHeaders.ETAG, etag(row, values)).header(AS_OF, asOf(found.asOf()));
        found.caughtUpAt().ifPresent(at -> response.header(CAUGHT_UP_AT, at.toString()));
        row.stale().ifPresent(mark -> response.header(STALE, printable(mark.reason())));
        row.waiting()
                .ifPresent(mark -> response.header(WAITING_SINCE, mark.since().toString()));
        row.timestamp()
                .map(timestamp -> timestamp.atZone(ZoneOffset.UTC))
                .filter(time -> time.getYear() >= 0 && time.getYear() <= LAST_YEAR)
                .map(HTTP_DATE::format)
                .ifPresent(date -> response.header(HttpHeaders.LAST_MODIFIED, date));
    }

    /** A header has nothing but ASCII. */
    private static String printable(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }

    String etag(Row<?> row, ValueForm values) {
        String mark = row.mark().map(m -> "-m" + version(m.position())).orElse("");
        String stale =
                row.stale().map(s -> "-s" + digits(s.caughtUpAt() + s.reason())).orElse("");
        String waiting =
                row.waiting().map(w -> "-w" + digits(w.since().toString())).orElse("");
        return '"'
                + version(row.position())
                + mark
                + stale
                + waiting
                + (values == ValueForm.CANONICAL ? canonical : "")
                + '"';
    }

    static String asOf(PartitionPosition asOf) {
        return asOf.topic() + "-" + asOf.partition() + "@" + asOf.position();
    }

    /** {@return whether the client says that it has this version already} */
    static boolean isKnown(HttpRequest<?> request, String etag) {
        return request.getHeaders().getAll(HttpHeaders.IF_NONE_MATCH).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }

    private static String version(RecordPosition position) {
        return position.partition() + "-" + position.offset();
    }
}
