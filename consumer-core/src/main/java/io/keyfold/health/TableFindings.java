package io.keyfold.health;

import static java.util.stream.Collectors.joining;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.codec.RowShape.Difference;
import io.keyfold.row.RecordPosition;
import io.keyfold.store.BadNote;
import io.keyfold.store.ColumnNote;
import io.keyfold.store.KeyNote;
import io.keyfold.store.Lookup;
import io.keyfold.store.TableNotes;
import io.keyfold.store.TableStore;
import io.keyfold.store.TopicNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes findings of what a table has noticed. Both places of an odd key are looked up when the finding is read. */
final class TableFindings {

    private final TableStore store;

    TableFindings(TableStore store) {
        this.store = store;
    }

    /** The gravest first. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>();
        store.failure().ifPresent(why -> all.add(stopped(why)));
        store.waiting().ifPresent(why -> all.add(waits(why)));
        all.addAll(new ReaderFindings(store).all());
        store.topicNotes().forEach(note -> all.add(ofTopic(note)));
        FreshnessFindings freshness = new FreshnessFindings(
                store.contract().topic(), store.settings().freshness().staleRows());
        store.progress().forEach(progress -> freshness.note(progress.partition(), PartitionHealth.freshness(progress)));
        all.addAll(freshness.all());
        all.addAll(ofPartitions());
        TableNotes notes = store.notes();
        notes.bad().forEach(note -> all.add(bad(note)));
        notes.keys().forEach(note -> all.add(key(note)));
        columns(notes.columns(), Difference.UNDECLARED).ifPresent(all::add);
        columns(notes.columns(), Difference.ABSENT).ifPresent(all::add);
        all.sort(Comparator.comparing(Finding::severity).reversed());
        return all;
    }

    private String table() {
        return store.contract().name();
    }

    private static String partition(RecordPosition position) {
        return position.topic() + "-" + position.partition();
    }

    private List<Finding> ofPartitions() {
        Instant now = Instant.now();
        PartitionHealth partitions = new PartitionHealth(store, now);
        TransactionFindings transactions =
                new TransactionFindings(store.contract().topic(), store.bootstrapServers(), now);
        SilenceFindings silence = new SilenceFindings(store.contract().topic());
        store.progress().stream().map(partitions::of).forEach(partition -> {
            transactions.note(partition);
            silence.note(partition);
        });
        List<Finding> all = new ArrayList<>(transactions.all());
        all.addAll(silence.all());
        return all;
    }

    private Finding stopped(String why) {
        return new Finding(
                "table-stopped",
                table(),
                Severity.ERROR,
                why,
                "Mend what the sentence names, and start the service again.",
                Optional.empty());
    }

    private Finding waits(String why) {
        return new Finding(
                "table-waits",
                table(),
                Severity.ERROR,
                why,
                "It is tried again for as long as it takes; nothing is dropped. Mend what the sentence names.",
                Optional.empty());
    }

    /** As the topics were when they were last looked at. */
    private Finding ofTopic(TopicNote note) {
        Severity severity = switch (note.weight()) {
            case INFO -> Severity.INFO;
            case WARNING -> Severity.WARNING;
            case ERROR -> Severity.ERROR;
        };
        return new Finding(
                note.id(), note.about(), severity, note.sentence(), sentence(note.advice()), Optional.empty());
    }

    private static String sentence(String advice) {
        return Character.toUpperCase(advice.charAt(0)) + advice.substring(1) + ".";
    }

    private Finding bad(BadNote note) {
        String where = note.records() == 1
                ? "the record at " + note.last() + " was not applied: "
                : note.records() + " records were not applied, from " + note.first() + " on, the last at " + note.last()
                        + ": ";
        boolean isEnvelope = note.reason() == Reason.ENVELOPE;
        return new Finding(
                isEnvelope ? "change-envelopes" : "bad-records-" + note.reason().code(),
                table(),
                isEnvelope ? Severity.ERROR : Severity.WARNING,
                where + note.detail(),
                advice(note.reason()),
                Optional.of(note.since()));
    }

    private static String advice(Reason reason) {
        return switch (reason) {
            case ENVELOPE ->
                "The topic carries change envelopes, not rows. Write it with Flink's upsert-kafka sink and"
                        + " 'value.format' = 'json', or unwrap the envelopes upstream; an envelope is not read as a row.";
            case TYPE_MISMATCH ->
                "Compare the contract's type with what the upstream job writes, its JSON options among them; read the"
                        + " dead letter for the bytes.";
            case NULL_COLUMN, MISSING_COLUMN ->
                "Compare the contract's NOT NULL columns with the upstream DDL; read the dead letter for the bytes.";
            case JSON_NULL ->
                "Have the upstream job write a null value for a delete: the text null is a value that compaction keeps.";
            case KEY_DISAGREES ->
                "Key and value name different rows: look for a sink whose key is not its table's primary key.";
            case BEYOND_LIMITS -> "Read the dead letter; if such records are meant, raise the limits that it names.";
            default -> "Read the dead letter, and mend whoever writes such records.";
        };
    }

    private Finding key(KeyNote note) {
        return note.kind() == KeyNote.Kind.FOREIGN ? foreign(note) : respelled(note);
    }

    private Finding foreign(KeyNote note) {
        int partition = note.last().partition();
        return new Finding(
                "foreign-records",
                partition(note.last()),
                Severity.WARNING,
                "a key was seen in partitions " + Math.min(partition, note.home()) + " and "
                        + Math.max(partition, note.home()) + ": the record at " + note.last() + " belongs to partition "
                        + note.home() + ", where " + row(note, "its row is at ") + "; " + counted(note),
                "Look for another partitioner, a changed PRIMARY KEY order or JSON option upstream, or partitions that"
                        + " were added. The row of a key's own partition wins; others are served marked. Write the topic"
                        + " anew to be rid of them.",
                Optional.of(note.since()));
    }

    private Finding respelled(KeyNote note) {
        return new Finding(
                "respelled-keys",
                partition(note.last()),
                Severity.WARNING,
                "the key of the record at " + note.last() + " is not spelled as the contract's sink spells it; "
                        + row(note, "the row of that key is at ") + "; " + counted(note),
                "Compaction takes two spellings for two keys: a delete under one leaves the other's row in the log, and a"
                        + " rebuild brings it back. Compare the contract's key columns and JSON options with the sink's.",
                Optional.of(note.since()));
    }

    private String row(KeyNote note, String before) {
        Lookup found = store.get(note.key());
        if (found instanceof Lookup.Stored stored && stored.row().isRow()) {
            RecordPosition position = stored.row().position();
            boolean isHome = position.partition() == note.home();
            return isHome ? before + position : "no row of its own is; the one at " + position + " is served, marked";
        }
        if (found instanceof Lookup.Elsewhere) {
            return "another instance has it";
        }
        return found instanceof Lookup.Unavailable ? "it cannot be read now" : "there is no row";
    }

    private static String counted(KeyNote note) {
        return note.records() == 1
                ? "1 such record in partition " + note.last().partition()
                : note.records() + " such records in partition " + note.last().partition() + ", the first at "
                        + note.first();
    }

    private Optional<Finding> columns(List<ColumnNote> notes, Difference difference) {
        List<ColumnNote> some =
                notes.stream().filter(note -> note.difference() == difference).toList();
        if (some.isEmpty()) {
            return Optional.empty();
        }
        boolean isUndeclared = difference == Difference.UNDECLARED;
        String columns = some.stream()
                .map(note -> note.column() + " (" + note.records() + " records, first at " + note.first() + ")")
                .collect(joining(", "));
        Instant since = some.stream()
                .map(ColumnNote::since)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return Optional.of(new Finding(
                isUndeclared ? "undeclared-columns" : "absent-columns",
                table(),
                Severity.INFO,
                (isUndeclared
                                ? "values have fields that the contract does not declare: "
                                : "values lack declared columns: ")
                        + columns,
                isUndeclared
                        ? "They are kept in the rows' JSON and read once the contract declares them."
                        : "An absent column reads as null, also where the row had a value before. With Flink's"
                                + " encode.ignore-null-fields that is what is meant; else compare the contract with the DDL.",
                Optional.of(since)));
    }
}
