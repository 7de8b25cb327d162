package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One table of a consumer, with what is kept beside its rows. Its methods give a new table.
 *
 * <pre>{@code
 * TableSettings.of(contract)
 *         .index("by_user", "user_id")
 *         .total("amount_by_status", sum("amount"), groupBy("order_status"))
 * }</pre>
 *
 * @param contract what its topic holds
 * @param deadLetters where its bad records go; not to the source topic
 * @param limits what a record may cost to read
 * @param indexes the indexes that are kept; none by default
 * @param totals the totals that are kept; none by default
 * @param freshness how it guards against deletes that it has missed
 */
public record TableSettings(
        TableContract contract,
        DeadLetters deadLetters,
        JsonLimits limits,
        List<IndexSettings> indexes,
        List<TotalSettings> totals,
        FreshnessSettings freshness) {

    /**
     * Refuses a dead-letter topic that is the source topic: that is a loop. Refuses indexes and totals that do not fit
     * the contract.
     */
    public TableSettings {
        requireNonNull(contract, "contract");
        requireNonNull(deadLetters, "deadLetters");
        requireNonNull(limits, "limits");
        if (deadLetters.topic().filter(contract.topic()::equals).isPresent()) {
            throw new IllegalArgumentException("deadLetterTopic of " + contract.name() + ": " + contract.topic()
                    + " (expected: a topic other than the source topic)");
        }
        indexes = List.copyOf(indexes);
        totals = List.copyOf(totals);
        requireNonNull(freshness, "freshness");
        new ContractFit(contract).check(indexes, totals);
    }

    /**
     * A table without indexes and totals.
     *
     * @param contract what its topic holds
     * @param deadLetterTopic where its bad records go; not the source topic
     */
    public TableSettings(TableContract contract, String deadLetterTopic) {
        this(
                contract,
                new DeadLetters.Topic(deadLetterTopic),
                JsonLimits.DEFAULTS,
                List.of(),
                List.of(),
                FreshnessSettings.DEFAULTS);
    }

    /**
     * {@return a table without indexes and totals, whose bad records go to {@code <topic>.dlq}}
     *
     * @param contract what its topic holds
     */
    public static TableSettings of(TableContract contract) {
        requireNonNull(contract, "contract");
        return new TableSettings(contract, contract.topic() + ".dlq");
    }

    /**
     * {@return the same table with another dead-letter topic}
     *
     * @param topic where its bad records go; it must exist
     */
    public TableSettings deadLetterTopic(String topic) {
        return deadLetters(new DeadLetters.Topic(topic));
    }

    /**
     * {@return the same table with its dead letters in files, for a service that may not write to Kafka} They take 64 MiB
     * a file and 1 GiB in all.
     *
     * @param directory made if it is missing; not inside the state directory
     */
    public TableSettings deadLetterFiles(Path directory) {
        return deadLetters(new DeadLetters.Files(directory));
    }

    /**
     * {@return the same table with its dead letters elsewhere}
     *
     * @param other where its bad records go
     */
    public TableSettings deadLetters(DeadLetters other) {
        return new TableSettings(contract, other, limits, indexes, totals, freshness);
    }

    /**
     * {@return the same table with other limits of what a record may cost to read}
     *
     * <p>They count from then on, and for all records when a local copy is made anew: what is in it is not looked at again.
     * Raising them does not bring back what was passed over: for that remove the state directory: a {@code SOURCE_TOPIC}
     * table is then read anew.
     *
     * @param other one beyond it is a bad record
     */
    public TableSettings limits(JsonLimits other) {
        return new TableSettings(contract, deadLetters, other, indexes, totals, freshness);
    }

    /**
     * {@return the same table with one index more}
     *
     * @param name letters, digits or _; unique among the table's indexes and totals
     * @param columns at least one, in the order by which the rows are sorted
     * @throws IllegalArgumentException naming what does not fit the contract
     */
    public TableSettings index(String name, String... columns) {
        requireNonNull(columns, "columns");
        return new TableSettings(
                contract,
                deadLetters,
                limits,
                with(indexes, new IndexSettings(name, List.of(columns))),
                totals,
                freshness);
    }

    /**
     * {@return the same table with one total more, of all its rows}
     *
     * @param name letters, digits or _; unique among the table's indexes and totals
     * @param measure what is told of all rows
     * @throws IllegalArgumentException naming what does not fit the contract
     */
    public TableSettings total(String name, Measure measure) {
        return total(name, measure, List.of());
    }

    /**
     * {@return the same table with one total more}
     *
     * @param name letters, digits or _; unique among the table's indexes and totals
     * @param measure what is told of each group
     * @param groupBy what the rows of a group have in common
     * @throws IllegalArgumentException naming what does not fit the contract
     */
    public TableSettings total(String name, Measure measure, List<Grouping> groupBy) {
        return new TableSettings(
                contract,
                deadLetters,
                limits,
                indexes,
                with(totals, new TotalSettings(name, measure, groupBy)),
                freshness);
    }

    /**
     * {@return the same table with another guard against deletes that it has missed}
     *
     * @param other what becomes of rows that may have been deleted upstream, and when the table is audited
     */
    public TableSettings freshness(FreshnessSettings other) {
        return new TableSettings(contract, deadLetters, limits, indexes, totals, other);
    }

    private static <T> List<T> with(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return all;
    }
}
