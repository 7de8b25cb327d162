package io.keyfold.micronaut.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Checks what one client is told against what was written, and against what it was told before. For its thread. */
final class AnswerCheck {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final History history;
    private final ConcurrentLinkedQueue<String> wrong;
    private final Map<String, Told> told = new HashMap<>();

    /** The offset of a row, -1 for none, and the position as of which that was so. */
    private record Told(long offset, long asOf) {}

    AnswerCheck(History history, ConcurrentLinkedQueue<String> wrong) {
        this.history = history;
        this.wrong = wrong;
    }

    /** One row, or none. */
    void point(String key, HttpResponse<String> reply, boolean isStale) throws IOException {
        int status = reply.statusCode();
        if (status != 200 && status != 404) {
            noAnswer(key, reply);
            return;
        }
        long asOf = reply.headers()
                .firstValue("Keyfold-As-Of")
                .map(text -> Long.parseLong(text.substring(text.indexOf('@') + 1)))
                .orElseThrow(() -> new IllegalStateException("no Keyfold-As-Of: " + reply.body()));
        if (!isStale
                && !reply.headers().firstValue("Keyfold-Served-By").orElse("").equals("active")) {
            wrong.add(key + ": not of an active copy, and nobody allowed a staleness");
        }
        if (status == 200) {
            row(key, JSON.readTree(reply.body()), asOf, isStale);
        } else {
            absence(key, asOf, isStale);
        }
    }

    /** No answer: said so, and when to ask again. */
    void noAnswer(String what, HttpResponse<String> reply) {
        if (reply.statusCode() != 503
                || reply.headers().firstValue("Retry-After").isEmpty()) {
            wrong.add(what + ": status " + reply.statusCode() + " "
                    + reply.headers().map() + ": " + reply.body());
        }
    }

    /** What became of each key. */
    void batch(List<String> keys, JsonNode reply, boolean isStale) {
        JsonNode results = reply.path("results");
        if (results.size() != keys.size()) {
            wrong.add("a batch of " + keys.size() + " with " + results.size() + " results");
            return;
        }
        boolean isWhole = true;
        for (int i = 0; i < keys.size(); i++) {
            JsonNode result = results.get(i);
            switch (result.path("status").intValue()) {
                case 200 -> row(keys.get(i), result.path("row"), position(result), isStale);
                case 404 -> absence(keys.get(i), position(result.path("problem")), isStale);
                case 503 -> isWhole = false;
                default -> wrong.add("in a batch: " + result);
            }
        }
        if (reply.path("complete").booleanValue() != isWhole) {
            wrong.add("a batch that says complete=" + !isWhole);
        }
    }

    private static long position(JsonNode of) {
        JsonNode position = of.at("/as_of/position");
        if (!position.isNumber()) {
            throw new IllegalStateException("no as_of: " + of);
        }
        return position.longValue();
    }

    /** The rows of the user whose rows stand still. */
    void index(JsonNode page, boolean isStale) {
        rows(page, isStale);
        int rows = page.path("rows").size();
        if (page.path("complete").booleanValue() && rows != OrderWriter.STILL) {
            wrong.add("an index that claims to be complete, with " + rows + " rows of " + OrderWriter.STILL + ", stale="
                    + isStale + ", " + page.path("as_of"));
        }
    }

    /** How many rows that user has. */
    void total(JsonNode page) {
        int rows = page.at("/groups/0/rows").intValue();
        if (page.path("complete").booleanValue() && rows != OrderWriter.STILL) {
            wrong.add("a total that claims to be complete, of " + rows + " rows of " + OrderWriter.STILL + ", "
                    + page.path("as_of"));
        }
    }

    /** A page: no row of it was on one before. */
    void page(JsonNode page, Set<String> listed, boolean isStale) {
        rows(page, isStale);
        for (JsonNode row : page.path("rows")) {
            if (!listed.add(key(row))) {
                wrong.add(key(row) + " is listed twice");
            }
        }
    }

    /** All pages that claim to be complete: what stands still is there. */
    void wholeListing(Set<String> listed) {
        for (int i = 0; i < OrderWriter.STILL; i++) {
            if (!listed.contains(OrderWriter.still(i))) {
                wrong.add("a list that claims to be complete, without " + OrderWriter.still(i));
            }
        }
    }

    private void rows(JsonNode page, boolean isStale) {
        Map<Integer, Long> asOf = new HashMap<>();
        page.path("as_of")
                .forEach(at -> asOf.put(
                        at.path("partition").intValue(), at.path("position").longValue()));
        for (JsonNode row : page.path("rows")) {
            Long at = asOf.get(row.at("/position/partition").intValue());
            if (at == null) {
                wrong.add(key(row) + ": of a partition that is not in as_of");
            } else {
                row(key(row), row, at, isStale);
            }
        }
    }

    private static String key(JsonNode row) {
        return row.at("/key/order_id").asText();
    }

    private void row(String key, JsonNode row, long asOf, boolean isStale) {
        long offset = row.at("/position/offset").longValue();
        history.wrongRow(
                        key,
                        row.at("/position/partition").intValue(),
                        offset,
                        row.at("/value/quantity").intValue(),
                        asOf)
                .ifPresent(wrong::add);
        neverBack(key, new Told(offset, asOf), isStale);
    }

    private void absence(String key, long asOf, boolean isStale) {
        history.wrongAbsence(key, asOf).ifPresent(wrong::add);
        neverBack(key, new Told(-1, asOf), isStale);
    }

    /** Of active copies alone: a standby may be behind one, and who allows a staleness has not asked it not to be. */
    private void neverBack(String key, Told now, boolean isStale) {
        if (isStale) {
            return;
        }
        Told before = told.put(key, now);
        if (before != null && (now.asOf < before.asOf || (now.offset >= 0 && now.offset < before.offset))) {
            wrong.add(key + " went back: from " + before + " to " + now);
        }
    }
}
