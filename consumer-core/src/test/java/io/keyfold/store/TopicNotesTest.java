package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContractParser;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.TopicNote.Weight;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicNotesTest {

    private static final TableContract CONTRACT =
            TableContracts.named("dwd_order_item").withTopic("orders");
    private static final TableContract EXPIRING =
            CONTRACT.withRequirements(CONTRACT.requirements().withExpiry());
    private static final TableSettings TABLE = TableSettings.of(CONTRACT);
    private static final Map<String, String> COMPACTED = Map.of(
            "cleanup.policy",
            "compact",
            "delete.retention.ms",
            Long.toString(CONTRACT.requirements().deleteRetention().toMillis()));
    private static final Map<String, String> KEPT =
            Map.of("cleanup.policy", "delete", "retention.ms", "-1", "message.timestamp.type", "CreateTime");

    private static List<TopicNote> notes(Map<String, String> source, Map<String, String> letters) {
        return TopicNotes.of(TABLE, 6, new TopicConfigs(Map.of("orders", source, "orders.dlq", letters)));
    }

    private static Map<String, String> with(Map<String, String> config, String name, String value) {
        Map<String, String> changed = new HashMap<>(config);
        changed.put(name, value);
        return changed;
    }

    @Test
    void of_topicsAsTheyShouldBe_hasNone() {
        assertThat(notes(COMPACTED, KEPT)).isEmpty();
    }

    @Test
    void of_lettersThatAreDeletedByTheirRecordsTime_saysSo() {
        assertThat(notes(COMPACTED, with(KEPT, "retention.ms", "604800000")))
                .containsExactly(new TopicNote(
                        "dead-letter-retention",
                        Weight.WARNING,
                        "orders.dlq",
                        "dead-letter topic orders.dlq deletes what is older than 604800000 ms by its record's own timestamp:"
                                + " the letter of an old record goes at once",
                        "set retention.ms=-1 or message.timestamp.type=LogAppendTime on it"));
    }

    @Test
    void of_lettersThatAreDeletedByTheTimeTheyWereWritten_hasNone() {
        Map<String, String> letters = with(KEPT, "retention.ms", "604800000");

        assertThat(notes(COMPACTED, with(letters, "message.timestamp.type", "LogAppendTime")))
                .isEmpty();
    }

    @Test
    void of_lettersThatAreCompacted_saysThatTheyReplaceEachOther() {
        assertThat(notes(COMPACTED, with(KEPT, "cleanup.policy", "compact,delete")))
                .singleElement()
                .satisfies(note -> {
                    assertThat(note.id()).isEqualTo("dead-letter-retention");
                    assertThat(note.sentence()).contains("dead-letter topic orders.dlq is compacted");
                });
    }

    @Test
    void of_tombstonesKeptForLessThanTheContractAsks_saysBoth() {
        assertThat(notes(with(COMPACTED, "delete.retention.ms", "1000"), KEPT))
                .singleElement()
                .satisfies(note -> {
                    assertThat(note.id()).isEqualTo("delete-retention");
                    assertThat(note.sentence())
                            .contains(
                                    "keeps tombstones for 1000 ms", "asks for " + COMPACTED.get("delete.retention.ms"));
                    assertThat(note.advice()).contains("delete.retention.ms=" + COMPACTED.get("delete.retention.ms"));
                });
    }

    private static List<TopicNote> expiring(TableContract contract, String policy, String retentionMs) {
        Map<String, String> source = with(with(COMPACTED, "cleanup.policy", policy), "retention.ms", retentionMs);
        return TopicNotes.of(
                TableSettings.of(contract), 6, new TopicConfigs(Map.of("orders", source, "orders.dlq", KEPT)));
    }

    /** UC-32: policy, retention and what comes of it. */
    @Test
    void of_topicThatIsDeclaredToExpire_saysWhenRowsGo() {
        assertThat(expiring(EXPIRING, "compact,delete", "604800000"))
                .containsExactly(new TopicNote(
                        "cleanup-policy-compact-delete",
                        Weight.WARNING,
                        "orders",
                        "topic orders has cleanup.policy=compact,delete and retention.ms=604800000: rows untouched for 7"
                                + " days disappear for new or rebuilt instances, and go here too, each with a DELETE,"
                                + " when their records expire",
                        "set cleanup.policy=compact on it, unless rows are meant to expire"));
        assertThat(expiring(EXPIRING, "delete", "604800000"))
                .extracting(TopicNote::id, TopicNote::weight)
                .containsExactly(tuple("cleanup-policy-delete", Weight.ERROR));
    }

    @Test
    void of_topicThatIsDeclaredToExpireAndDoesNot_hasNone() {
        assertThat(expiring(EXPIRING, "compact", "604800000")).isEmpty();
    }

    @Test
    void of_topicThatCameToExpireUndeclared_saysThatTheNextStartIsRefused() {
        for (String policy : List.of("delete", "compact,delete")) {
            assertThat(expiring(CONTRACT, policy, "90000")).singleElement().satisfies(note -> {
                assertThat(note.id()).isEqualTo("cleanup-policy-undeclared");
                assertThat(note.weight()).isEqualTo(Weight.ERROR);
                assertThat(note.sentence())
                        .startsWith("topic orders has cleanup.policy=" + policy + " and retention.ms=90000: rows"
                                + " untouched for 90 seconds disappear for new or rebuilt instances")
                        .endsWith("; the next start is refused");
                assertThat(note.advice())
                        .startsWith("set cleanup.policy=compact on it, or")
                        .endsWith("declare topic-requirements.records-expire: true in the contract");
            });
        }
    }

    @Test
    void of_configsThatMayNotBeRead_namesTheTopics() {
        assertThat(TopicNotes.of(TABLE, 6, new TopicConfigs(Map.of())))
                .containsExactly(new TopicNote(
                        "topic-config-unreadable",
                        Weight.INFO,
                        "orders",
                        "the configuration of orders and orders.dlq may not be read, so nobody checks whether it is what"
                                + " the table needs; for deletes the contract's delete-retention of 1 day counts",
                        "grant DESCRIBE_CONFIGS on it"));
    }

    @Test
    void of_lettersInFiles_asksForNoTopic() {
        TableSettings files = TABLE.deadLetterFiles(Path.of("letters"));

        assertThat(TopicNotes.of(files, 6, new TopicConfigs(Map.of("orders", COMPACTED))))
                .isEmpty();
    }

    @Test
    void of_anotherNumberOfPartitionsThanAgreed_isNoted() {
        TableSettings agreed =
                TableSettings.of(TableContractParser.parse("t.yaml", new ByteArrayInputStream("""
                table: t
                key: {format: json, columns: [id]}
                value: {format: json}
                columns: [{name: id, type: STRING}]
                topic-requirements: {partitions: 6}
                """.getBytes(UTF_8))));
        TopicConfigs configs = new TopicConfigs(Map.of("t", Map.of(), "t.dlq", Map.of()));

        assertThat(TopicNotes.of(agreed, 6, configs)).isEmpty();
        assertThat(TopicNotes.of(agreed, 8, configs))
                .extracting(TopicNote::sentence)
                .containsExactly(
                        "topic t has 8 partitions and the contract says 6: keys lie in other partitions than was"
                                + " agreed");
    }

    private static List<TopicNote> limited(long sourceBytes, long letterBytes) {
        return notes(
                with(COMPACTED, "max.message.bytes", Long.toString(sourceBytes)),
                with(KEPT, "max.message.bytes", Long.toString(letterBytes)));
    }

    @Test
    void of_lettersSmallerThanRecords_namesBothAndWhatToSet() {
        assertThat(limited(2_000_000, 1_048_588))
                .containsExactly(new TopicNote(
                        "dead-letter-size",
                        Weight.WARNING,
                        "orders.dlq",
                        "dead-letter topic orders.dlq takes 1048588 bytes (max.message.bytes) and topic orders 2000000: the"
                                + " letter of a record that is as large as may be is cut",
                        "set max.message.bytes=2065536 on orders.dlq, or more, and start the service again, which reads it at"
                                + " its start"));
        assertThat(limited(1_048_588, 1_048_587)).extracting(TopicNote::weight).containsExactly(Weight.WARNING);
    }

    /** What Keyfold adds to a record needs room too, which matters where somebody needed large records. */
    @Test
    void of_lettersWithoutRoomForWhatIsAdded_areGoodToKnowOfWhereRecordsAreLarge() {
        assertThat(limited(2_000_000, 2_065_535)).extracting(TopicNote::weight).containsExactly(Weight.INFO);
        assertThat(limited(2_000_000, 2_065_536)).isEmpty();
        assertThat(limited(1_048_588, 1_048_588)).as("the defaults").isEmpty();
    }

    @Test
    void of_limitOfOneTopicThatMayNotBeRead_comparesNothing() {
        assertThat(notes(with(COMPACTED, "max.message.bytes", "2000000"), KEPT)).isEmpty();
    }

    @Test
    void of_whatDelaysCompaction_isAmongThem() {
        assertThat(notes(with(COMPACTED, "min.compaction.lag.ms", "1"), KEPT))
                .extracting(TopicNote::id)
                .containsExactly("compaction-lag");
    }
}
