package io.keyfold.store;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.TopicNote.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

/** Compares what a table needs of its topics with how they are configured. What may not be read stops nothing. */
final class TopicNotes {

    /** The two ways out for a topic that expires records which the contract holds for kept. */
    static final String TO_DECLARE = "set cleanup.policy=compact on it, or, if rows are meant to expire, declare"
            + " topic-requirements.records-expire: true in the contract";

    private static final String FOR_EVER = "-1";

    private final TableSettings table;
    private final TopicConfigs configs;
    private final List<TopicNote> notes = new ArrayList<>();

    private TopicNotes(TableSettings table, TopicConfigs configs) {
        this.table = table;
        this.configs = configs;
    }

    /**
     * What is to be said of a table's topics.
     *
     * @param partitionCount partitions of its source topic
     */
    static List<TopicNote> of(TableSettings table, int partitionCount, TopicConfigs configs) {
        TopicNotes found = new TopicNotes(table, configs);
        found.partitions(partitionCount);
        found.unreadable();
        found.cleanupPolicy();
        found.deleteRetention();
        found.notes.addAll(CompactionNotes.of(table.contract().topic(), configs));
        table.deadLetters().topic().ifPresent(found::deadLetterRetention);
        table.deadLetters().topic().ifPresent(found::deadLetterSize);
        return List.copyOf(found.notes);
    }

    private void note(String id, Weight weight, String about, String sentence, String advice) {
        notes.add(new TopicNote(id, weight, about, sentence, advice));
    }

    private void partitions(int count) {
        OptionalInt agreed = table.contract().requirements().partitions();
        if (agreed.isPresent() && agreed.getAsInt() != count) {
            note(
                    "partition-count",
                    Weight.WARNING,
                    table.contract().topic(),
                    "topic " + table.contract().topic() + " has " + count + " partitions and the contract says "
                            + agreed.getAsInt() + ": keys lie in other partitions than was agreed",
                    "correct the contract, or have the topic made anew and written whole");
        }
    }

    private void unreadable() {
        List<String> unread = Stream.concat(Stream.of(table.contract().topic()), table.deadLetters().topic().stream())
                .filter(topic -> !configs.isReadable(topic))
                .toList();
        if (!unread.isEmpty()) {
            note(
                    "topic-config-unreadable",
                    Weight.INFO,
                    unread.get(0),
                    "the configuration of " + String.join(" and ", unread)
                            + " may not be read, so nobody checks whether it is what the table needs" + agreed(unread),
                    "grant DESCRIBE_CONFIGS on it");
        }
    }

    private String agreed(List<String> unread) {
        TableContract contract = table.contract();
        return unread.contains(contract.topic())
                ? "; for deletes the contract's delete-retention of "
                        + CleanupPolicy.inWords(
                                contract.requirements().deleteRetention().toMillis())
                        + " counts"
                : "";
    }

    /** What was not declared is refused at a start: then it has come about since. */
    private void cleanupPolicy() {
        CleanupPolicy policy = CleanupPolicy.of(configs, table.contract().topic());
        if (!policy.expires()) {
            return;
        }
        if (table.contract().requirements().recordsExpire()) {
            note(
                    policy.compacts() ? "cleanup-policy-compact-delete" : "cleanup-policy-delete",
                    policy.compacts() ? Weight.WARNING : Weight.ERROR,
                    policy.topic(),
                    policy.consequence() + ", and go here too, each with a DELETE, when their records expire",
                    "set cleanup.policy=compact on it, unless rows are meant to expire");
        } else {
            note(
                    "cleanup-policy-undeclared",
                    Weight.ERROR,
                    policy.topic(),
                    policy.consequence() + ", and stay here, because the contract does not declare that records expire;"
                            + " the next start is refused",
                    TO_DECLARE);
        }
    }

    private void deleteRetention() {
        String topic = table.contract().topic();
        long neededMs = table.contract().requirements().deleteRetention().toMillis();
        Optional<Long> setMs = configs.number(topic, TopicConfig.DELETE_RETENTION_MS_CONFIG);
        if (setMs.isPresent() && setMs.get() < neededMs) {
            note(
                    "delete-retention",
                    Weight.WARNING,
                    topic,
                    "topic " + topic + " keeps tombstones for " + setMs.get() + " ms and the contract asks for "
                            + neededMs + " ms: who is away for longer misses deletes",
                    "set delete.retention.ms=" + neededMs + " on it, or more");
        }
    }

    /** A letter bears its record's timestamp, by which the topic may delete it the moment it is written. */
    private void deadLetterRetention(String topic) {
        List<String> policy = configs.list(topic, TopicConfig.CLEANUP_POLICY_CONFIG);
        if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            note(
                    "dead-letter-retention",
                    Weight.WARNING,
                    topic,
                    "dead-letter topic " + topic
                            + " is compacted: of a key it keeps the newest letter alone, and it takes"
                            + " none without a key",
                    "set cleanup.policy=delete and retention.ms=-1 on it");
            return;
        }
        Optional<String> retentionMs =
                configs.get(topic, TopicConfig.RETENTION_MS_CONFIG).filter(ms -> !ms.equals(FOR_EVER));
        boolean byRecord = configs.get(topic, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                .filter("CreateTime"::equals)
                .isPresent();
        if (policy.contains(TopicConfig.CLEANUP_POLICY_DELETE) && byRecord && retentionMs.isPresent()) {
            note(
                    "dead-letter-retention",
                    Weight.WARNING,
                    topic,
                    "dead-letter topic " + topic + " deletes what is older than " + retentionMs.get()
                            + " ms by its record's own timestamp: the letter of an old record goes at once",
                    "set retention.ms=-1 or message.timestamp.type=LogAppendTime on it");
        }
    }

    /**
     * A letter is its record and what Keyfold says of it. Where both topics are left at the default that is let be: few records come
     * near it. Who has raised the source topic's limit has some that do.
     */
    private void deadLetterSize(String letters) {
        String topic = table.contract().topic();
        Optional<Long> sourceBytes = configs.number(topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        Optional<Long> letterBytes = configs.number(letters, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        if (sourceBytes.isEmpty() || letterBytes.isEmpty()) {
            return;
        }
        MessageLimits limits = new MessageLimits(
                sourceBytes.get().intValue(), letterBytes.get().intValue());
        boolean isSmaller = limits.deadLetterBytes() < limits.sourceBytes();
        boolean isTight = limits.sourceBytes() > MessageLimits.KAFKA_DEFAULT_BYTES
                && limits.deadLetterBytes() < limits.wholeLetterBytes();
        if (isSmaller || isTight) {
            note(
                    "dead-letter-size",
                    isSmaller ? Weight.WARNING : Weight.INFO,
                    letters,
                    "dead-letter topic " + letters + " takes " + limits.deadLetterBytes()
                            + " bytes (max.message.bytes) and"
                            + " topic " + topic + " " + limits.sourceBytes()
                            + ": the letter of a record that is as large as"
                            + " may be is cut",
                    "set max.message.bytes=" + limits.wholeLetterBytes() + " on " + letters
                            + ", or more, and start the service again, which reads it at its start");
        }
    }
}
