package io.keyfold.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the fields of a contract file and collects what is wrong with them, one sentence each. */
final class ContractFields {

    private final List<String> problems = new ArrayList<>();

    List<String> problems() {
        return problems;
    }

    void problem(String sentence) {
        problems.add(sentence);
    }

    JsonNode object(JsonNode root, String field, Set<String> known) {
        return object(root, field, field, known);
    }

    JsonNode object(JsonNode parent, String field, String path, Set<String> known) {
        JsonNode node = parent.path(field);
        if (!node.isObject()) {
            problems.add(path + ": " + (node.isMissingNode() ? "missing" : "no object") + " (expected: an object with "
                    + new TreeSet<>(known) + ")");
            return MissingNode.getInstance();
        }
        only(node, path + ".", known);
        return node;
    }

    void only(JsonNode node, String path, Set<String> known) {
        node.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                problems.add(path + field + ": unknown (expected: one of " + new TreeSet<>(known) + ")");
            }
        });
    }

    /** A required text, or {@code fallback} with a problem noted where it is missing and has no default. */
    String text(JsonNode node, String field, String path, String fallback) {
        JsonNode value = node.path(field);
        if (value.isMissingNode() && (!fallback.isEmpty() || node.isMissingNode())) {
            return fallback;
        }
        if (!value.isTextual() || value.asText().isBlank()) {
            problems.add(path + ": " + (value.isMissingNode() ? "missing" : value) + " (expected: text)");
            return fallback;
        }
        return value.asText().strip();
    }

    List<String> texts(JsonNode node, String path) {
        List<String> texts = new ArrayList<>();
        node.forEach(item -> texts.add(item.asText()));
        if (!node.isArray() || texts.isEmpty()) {
            problems.add(path + ": none (expected: column names in PRIMARY KEY clause order)");
        }
        return texts;
    }

    boolean flag(JsonNode node, String field, String path) {
        JsonNode value = node.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            problems.add(path + ": " + value + " (expected: true or false)");
        }
        return value.asBoolean(false);
    }

    <T> T word(JsonNode node, String field, String path, String expected, T fallback, Function<String, T> reader) {
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return fallback;
        }
        try {
            return reader.apply(value.asText());
        } catch (RuntimeException e) {
            problems.add(path + ": " + value.asText() + " (expected: " + expected + ")");
            return fallback;
        }
    }
}
