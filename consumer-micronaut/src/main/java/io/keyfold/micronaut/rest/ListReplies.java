package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

/** Lists in the form that the caller takes: one JSON object, or a line for each entry and one for the rest. */
@Singleton
final class ListReplies {

    /** A JSON value a line. */
    static final String LINES = "application/x-ndjson";

    private static final MediaType LINES_TYPE = MediaType.of(LINES);
    private static final String VARY = HttpHeaders.ACCEPT + ", " + HttpHeaders.ACCEPT_ENCODING;

    private final ObjectMapper json;

    ListReplies(ObjectMapper json) {
        this.json = json;
    }

    /**
     * {@return the reply}
     *
     * @param whole the list as one object
     * @param entries its entries
     * @param end what it says beside them
     */
    HttpResponse<?> reply(ServedTable table, HttpRequest<?> request, Object whole, List<?> entries, Object end) {
        MutableHttpResponse<?> response = wantsLines(request)
                ? HttpResponse.ok(lines(entries, end)).contentType(LINES_TYPE)
                : HttpResponse.ok(whole).contentType(MediaType.APPLICATION_JSON_TYPE);
        Views.vary(response, table, VARY);
        return response;
    }

    /** Refuses who takes lines alone where there is no list. */
    static void requireObject(HttpRequest<?> request) {
        if (wantsLines(request)
                && request.accept().stream().noneMatch(type -> type.matches(MediaType.APPLICATION_JSON_TYPE))) {
            throw ProblemException.of(
                    ProblemType.NOT_ACCEPTABLE, "One row is no list of lines; take " + MediaType.APPLICATION_JSON);
        }
    }

    /** In the caller's order, the most wanted first; the framework has refused who takes neither. */
    private static boolean wantsLines(HttpRequest<?> request) {
        Collection<MediaType> accepted = request.accept();
        for (MediaType type : accepted) {
            if (type.matches(MediaType.APPLICATION_JSON_TYPE)) {
                return false;
            }
            if (type.matches(LINES_TYPE)) {
                return true;
            }
        }
        return false;
    }

    private byte[] lines(List<?> entries, Object end) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try {
            for (Object entry : entries) {
                lines.write(json.writeValueAsBytes(entry));
                lines.write('\n');
            }
            lines.write(json.writeValueAsBytes(end));
            lines.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write JSON into memory", e);
        }
        return lines.toByteArray();
    }
}
