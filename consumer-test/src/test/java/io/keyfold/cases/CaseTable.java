package io.keyfold.cases;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A table of the run over the topic of a case.
 *
 * @param topic the name of the topic's owner: the table itself, or another that reads the same records
 * @param partitions partitions of the topic
 * @param contract what the topic holds
 * @param redeclared the contract from the first restart on
 * @param records what is written to the topic; none where another table owns it
 * @param keys the keys to be looked up, a text a column
 */
record CaseTable(
        String topic,
        int partitions,
        TableContract contract,
        UnaryOperator<TableContract> redeclared,
        List<CaseRecord> records,
        List<List<String>> keys) {

    /** The index over the user in tables that have one. */
    static final String BY_USER = "by_user";

    static CaseTable of(CaseFile file, TableContract contract, List<CaseRecord> records, List<List<String>> keys) {
        return new CaseTable(
                contract.name(), file.partitions(), contract, UnaryOperator.identity(), List.copyOf(records), keys);
    }

    /** Another reading of the same records. */
    CaseTable readAs(TableContract other) {
        return new CaseTable(topic, partitions, other, redeclared, List.of(), keys);
    }

    CaseTable redeclaredAs(UnaryOperator<TableContract> later) {
        return new CaseTable(topic, partitions, contract, later, records, keys);
    }

    String name() {
        return contract.name();
    }

    boolean hasUsers() {
        return contract.columns().stream().anyMatch(column -> column.name().equals("user_id"));
    }

    /** On that topic, before or after the restart. */
    TableSettings settings(TableContract version, String topicName, String deadLetterTopic) {
        TableSettings settings = new TableSettings(version.withTopic(topicName), deadLetterTopic);
        return hasUsers() ? settings.index(BY_USER, "user_id") : settings;
    }
}
