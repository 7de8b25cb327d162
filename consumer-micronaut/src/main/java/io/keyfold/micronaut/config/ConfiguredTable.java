package io.keyfold.micronaut.config;

import io.keyfold.error.StartException;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One table as the user set it.
 *
 * @param contract what its topic holds, with the topic that the user named
 * @param deadLetterTopic where bad records go; empty for the core's default
 */
record ConfiguredTable(TableContract contract, Optional<String> deadLetterTopic) {

    private static final String CONTRACT = "contract";
    private static final String TOPIC = "topic";
    private static final String DEAD_LETTER_TOPIC = "dead-letter-topic";
    private static final List<String> NAMES = List.of(CONTRACT, TOPIC, DEAD_LETTER_TOPIC);
    private static final String FILE = "file:";

    /**
     * Reads all tables.
     *
     * @param raw the settings below {@code keyfold.tables}, such as {@code dwd_order_item.topic}; a bare
     *     {@code dwd_order_item} has none of its own
     * @throws StartException naming a setting that is unknown
     * @throws io.keyfold.schemas.ContractException if a contract is not published, cannot be read or is wrong
     */
    static List<ConfiguredTable> allIn(Map<String, ?> raw, String application) {
        Map<String, Map<String, String>> byTable = new LinkedHashMap<>();
        raw.forEach((path, value) -> {
            int dot = path.indexOf('.');
            String table = dot < 0 ? path : path.substring(0, dot);
            Map<String, String> settings = byTable.computeIfAbsent(table, name -> new LinkedHashMap<>());
            if (dot >= 0) {
                settings.put(path.substring(dot + 1), String.valueOf(value));
            }
        });
        List<ConfiguredTable> tables = new ArrayList<>();
        byTable.forEach((name, settings) -> tables.add(of(name, settings, application)));
        return tables;
    }

    private static ConfiguredTable of(String name, Map<String, String> settings, String application) {
        for (String setting : settings.keySet()) {
            if (!NAMES.contains(setting)) {
                throw new StartException(
                        application,
                        "keyfold.tables." + name + "." + setting + ": unknown (expected: one of " + NAMES + ")");
            }
        }
        TableContract contract = contract(settings.getOrDefault(CONTRACT, name));
        String topic = settings.getOrDefault(TOPIC, contract.topic());
        return new ConfiguredTable(contract.withTopic(topic), Optional.ofNullable(settings.get(DEAD_LETTER_TOPIC)));
    }

    private static TableContract contract(String text) {
        return text.startsWith(FILE)
                ? TableContracts.file(Path.of(text.substring(FILE.length())))
                : TableContracts.named(text);
    }
}
