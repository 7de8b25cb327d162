package io.keyfold.micronaut.config;

import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.schemas.ContractException;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables as the user set them. */
final class ConfiguredTables {

    private static final String CONTRACT = "contract";
    private static final String TOPIC = "topic";
    private static final String DEAD_LETTER_TOPIC = "dead-letter-topic";
    private static final String DEAD_LETTER_FILES = "dead-letter-files";
    private static final String INDEXES = "indexes.";
    private static final String TOTALS = "totals.";
    private static final List<String> NAMES = Stream.of(
                    List.of(
                            CONTRACT,
                            TOPIC,
                            DEAD_LETTER_TOPIC,
                            DEAD_LETTER_FILES,
                            INDEXES + "<name>",
                            TOTALS + "<name>"),
                    ConfiguredLimits.NAMES,
                    ConfiguredFreshness.NAMES)
            .flatMap(List::stream)
            .toList();
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final String FILE = "file:";

    private ConfiguredTables() {}

    /**
     * Reads all tables.
     *
     * @param raw the settings below {@code keyfold.tables}, such as {@code dwd_order_item.topic}; a bare
     *     {@code dwd_order_item} has none of its own
     * @throws StartException naming a setting that is unknown
     * @throws ContractException if contracts are not published, cannot be read or are wrong, all reasons at once
     */
    static List<TableSettings> allIn(Map<String, ?> raw, String application) {
        Map<String, Map<String, String>> byTable = new LinkedHashMap<>();
        raw.forEach((path, value) -> {
            int dot = path.indexOf('.');
            String table = dot < 0 ? path : path.substring(0, dot);
            Map<String, String> settings = byTable.computeIfAbsent(table, name -> new LinkedHashMap<>());
            if (dot >= 0) {
                settings.put(path.substring(dot + 1), String.valueOf(value));
            }
        });
        List<TableSettings> tables = new ArrayList<>();
        Map<String, ContractException> wrong = new LinkedHashMap<>();
        byTable.forEach((name, settings) -> {
            try {
                tables.add(of(name, settings, application));
            } catch (ContractException e) {
                wrong.put(name, e);
            }
        });
        if (!wrong.isEmpty()) {
            throw all(wrong);
        }
        return tables;
    }

    /** What is wrong with any contract, at once. */
    private static ContractException all(Map<String, ContractException> wrong) {
        if (wrong.size() == 1) {
            return wrong.values().iterator().next();
        }
        List<String> problems = new ArrayList<>();
        wrong.forEach((name, e) -> e.problems().forEach(problem -> problems.add(name + ": " + problem)));
        return new ContractException(String.join(", ", wrong.keySet()), problems);
    }

    private static TableSettings of(String name, Map<String, String> settings, String application) {
        for (String setting : settings.keySet()) {
            if (!NAMES.contains(setting) && !setting.startsWith(INDEXES) && !setting.startsWith(TOTALS)) {
                throw new StartException(
                        application,
                        "keyfold.tables." + name + "." + setting + ": unknown (expected: one of " + NAMES + ")");
            }
        }
        TableContract contract = contract(settings.getOrDefault(CONTRACT, name));
        TableSettings table = TableSettings.of(contract.withTopic(settings.getOrDefault(TOPIC, contract.topic())));
        table = withDeadLetters(table, settings, "keyfold.tables." + name, application);
        table = withLimits(table, settings, "keyfold.tables." + name, application);
        table = withFreshness(table, settings, "keyfold.tables." + name, application);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            table = declared(table, setting.getKey(), setting.getValue(), "keyfold.tables." + name, application);
        }
        return table;
    }

    private static TableSettings withDeadLetters(
            TableSettings table, Map<String, String> settings, String where, String application) {
        String topic = settings.get(DEAD_LETTER_TOPIC);
        String files = settings.get(DEAD_LETTER_FILES);
        if (topic != null && files != null) {
            throw new StartException(
                    application,
                    where + "." + DEAD_LETTER_FILES + ": set beside " + DEAD_LETTER_TOPIC
                            + " (expected: one of the two)");
        }
        if (files != null && files.isBlank()) {
            throw new StartException(application, where + "." + DEAD_LETTER_FILES + ": blank (expected: a directory)");
        }
        if (files != null) {
            return table.deadLetterFiles(Path.of(files));
        }
        try {
            return topic == null ? table : table.deadLetterTopic(topic);
        } catch (IllegalArgumentException e) {
            throw new StartException(application, where + "." + DEAD_LETTER_TOPIC + ": " + e.getMessage(), e);
        }
    }

    private static TableSettings withLimits(
            TableSettings table, Map<String, String> settings, String where, String application) {
        try {
            return table.limits(ConfiguredLimits.in(settings));
        } catch (IllegalArgumentException e) {
            throw new StartException(application, where + ": " + e.getMessage(), e);
        }
    }

    private static TableSettings withFreshness(
            TableSettings table, Map<String, String> settings, String where, String application) {
        try {
            return table.freshness(ConfiguredFreshness.in(settings));
        } catch (IllegalArgumentException e) {
            throw new StartException(application, where + ": " + e.getMessage(), e);
        }
    }

    private static TableSettings declared(
            TableSettings table, String setting, String value, String where, String application) {
        try {
            if (setting.startsWith(INDEXES)) {
                return table.index(setting.substring(INDEXES.length()), COMMA.split(value.strip()));
            }
            if (setting.startsWith(TOTALS)) {
                DeclaredTotal total = DeclaredTotal.parse(value);
                return table.total(setting.substring(TOTALS.length()), total.measure(), total.groupBy());
            }
            return table;
        } catch (IllegalArgumentException e) {
            throw new StartException(application, where + "." + setting + ": " + e.getMessage(), e);
        }
    }

    private static TableContract contract(String text) {
        return text.startsWith(FILE)
                ? TableContracts.file(Path.of(text.substring(FILE.length())))
                : TableContracts.named(text);
    }
}
