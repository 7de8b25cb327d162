package io.keyfold.risk.rule;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The fields of one object in the rules file. Scalars are texts until somebody asks for more, so that a number keeps its digits.
 *
 * <p>What is wrong is noted, one sentence each, and something harmless returned in its place.
 */
final class RuleFields {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,20}(\\.\\d{1,10})?");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})([mh])");
    private static final int MOST_SHOWN = 60;

    private final String path;
    private final List<String> problems;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<String> asked = new TreeSet<>();

    /**
     * Finds the fields.
     *
     * @param path where the object stands, such as {@code rules[2].}
     * @param problems what is wrong is added there
     */
    RuleFields(String path, MappingNode object, List<String> problems) {
        this.path = path;
        this.problems = problems;
        for (NodeTuple field : object.getValue()) {
            String name = shown(field.getKeyNode());
            if (nodes.putIfAbsent(name, field.getValueNode()) != null) {
                problem(name, "twice", "once");
            }
        }
    }

    String id() {
        return text("id", Allowed::id);
    }

    String severity() {
        return nodes.containsKey("severity") ? text("severity", Allowed::severity) : unset("severity", "medium");
    }

    String text(String name, BiFunction<String, String, String> check) {
        return scalar(name, "text", Function.identity(), check).orElse("");
    }

    BigDecimal number(String name, BiFunction<String, BigDecimal, BigDecimal> check) {
        return scalar(name, "a number", text -> NUMBER.matcher(text).matches() ? new BigDecimal(text) : null, check)
                .orElse(BigDecimal.ZERO);
    }

    int count(String name, BiFunction<String, Integer, Integer> check) {
        return scalar(
                        name,
                        "a whole number",
                        text -> COUNT.matcher(text).matches() ? Integer.valueOf(text) : null,
                        check)
                .orElse(0);
    }

    Duration minutes(String name) {
        return scalar(name, "a time such as 10m, 24h or PT10M", RuleFields::duration, Allowed::wholeMinutes)
                .orElse(Duration.ZERO);
    }

    Optional<Duration> minutesIfSet(String name) {
        return nodes.containsKey(name) ? Optional.of(minutes(name)) : unset(name, Optional.empty());
    }

    <E extends Enum<E>> E wordOr(String name, E fallback) {
        return nodes.containsKey(name) ? word(name, fallback) : unset(name, fallback);
    }

    /** One of the words of an enum, as a file has them. */
    <E extends Enum<E>> E word(String name, E harmless) {
        E[] all = harmless.getDeclaringClass().getEnumConstants();
        String expected = Arrays.stream(all).map(RuleFields::word).collect(Collectors.joining(", "));
        Function<String, @Nullable E> reader = text -> Arrays.stream(all)
                .filter(one -> word(one).equals(text))
                .findFirst()
                .orElse(null);
        return scalar(name, "one of " + expected, reader, (field, one) -> one).orElse(harmless);
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static @Nullable Duration duration(String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            long many = Long.parseLong(time.group(1));
            return time.group(2).equals("m") ? Duration.ofMinutes(many) : Duration.ofHours(many);
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    Set<String> texts(String name) {
        Set<String> texts = new TreeSet<>();
        for (Node node : list(name)) {
            if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
                problem(name, shown(node), "texts");
            } else if (!texts.add(scalar.getValue())) {
                problem(name, shown(node) + " twice", "once");
            }
        }
        return texts;
    }

    List<Node> list(String name) {
        return node(name, SequenceNode.class, "a list")
                .map(SequenceNode::getValue)
                .orElse(List.of());
    }

    Optional<RuleFields> object(String name) {
        return node(name, MappingNode.class, "an object")
                .map(object -> new RuleFields(path + name + ".", object, problems));
    }

    /** Notes the fields that nobody has asked for. */
    void refuseOthers() {
        for (String name : nodes.keySet()) {
            if (!asked.contains(name)) {
                problem(name, "unknown", "one of " + asked);
            }
        }
    }

    void problem(String name, String value, String expected) {
        problems.add(path + name + ": " + value + " (expected: " + expected + ")");
    }

    private <T> T unset(String name, T value) {
        asked.add(name);
        return value;
    }

    private <T> Optional<T> scalar(
            String name, String expected, Function<String, @Nullable T> reader, BiFunction<String, T, T> check) {
        Optional<ScalarNode> scalar = node(name, ScalarNode.class, expected);
        if (scalar.isEmpty()) {
            return Optional.empty();
        }
        T value = reader.apply(scalar.get().getValue());
        if (value == null) {
            problem(name, shown(scalar.get()), expected);
            return Optional.empty();
        }
        try {
            return Optional.of(check.apply(path + name, value));
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private <N extends Node> Optional<N> node(String name, Class<N> kind, String expected) {
        asked.add(name);
        Node node = nodes.get(name);
        if (!kind.isInstance(node)) {
            problem(name, node == null ? "missing" : shown(node), expected);
            return Optional.empty();
        }
        return Optional.of(kind.cast(node));
    }

    static String shown(Node node) {
        if (!(node instanceof ScalarNode scalar)) {
            return node instanceof SequenceNode ? "a list" : "an object";
        }
        String text = scalar.getValue();
        return text.isBlank() ? "nothing" : text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
    }
}
