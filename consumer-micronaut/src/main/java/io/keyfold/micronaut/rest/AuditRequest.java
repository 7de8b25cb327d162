package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.metrics.AuditKind;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;

/**
 * Which audit to begin, as a request's body has it.
 *
 * @param kind ZOMBIES or FULL
 */
@Schema(name = "AuditRequest", description = "Which audit to begin")
record AuditRequest(
        @Schema(
                allowableValues = {"ZOMBIES", "FULL"},
                description =
                        "ZOMBIES: rows that the topic holds no more are deleted; FULL: values of the topic whose row"
                                + " is missing or older are reported too")
        String kind) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String FORM = " (expected: {\"kind\":\"ZOMBIES\"} or {\"kind\":\"FULL\"})";

    /** {@return the kind that a body asks for} */
    static AuditKind read(String body) {
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() == JsonToken.START_OBJECT
                    && parser.nextToken() == JsonToken.FIELD_NAME
                    && parser.currentName().equals("kind")
                    && parser.nextToken() == JsonToken.VALUE_STRING) {
                String kind = parser.getText();
                if (parser.nextToken() == JsonToken.END_OBJECT && parser.nextToken() == null) {
                    return kind(kind);
                }
            }
        } catch (IOException e) {
            throw ProblemException.of(ProblemType.BAD_BODY, "body: not valid JSON" + FORM);
        }
        throw ProblemException.of(ProblemType.BAD_BODY, "body: another form" + FORM);
    }

    private static AuditKind kind(String text) {
        return switch (text) {
            case "ZOMBIES" -> AuditKind.ZOMBIES;
            case "FULL" -> AuditKind.FULL;
            default -> throw ProblemException.of(ProblemType.BAD_BODY, "kind: unknown" + FORM);
        };
    }
}
