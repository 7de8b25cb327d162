package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts records, each once an attempt: after a transaction that was rolled back a record is read, and counted, again.
 * Any thread may count and read; a reading beside live traffic may be a record apart.
 */
public final class TableCounters {

    /** What became of a record, dead letters apart. */
    public enum Outcome {
        /** It made a row. */
        INSERTED,
        /** It replaced a row. */
        UPDATED,
        /** It removed a row. */
        DELETED,
        /** It changed nothing. */
        UNCHANGED,
        /** It had been applied before. */
        SKIPPED,
        /** A restore brought it into the store. */
        LOADED,
        /** A later record for the same key replaced it before a restore brought it into the store. */
        SUPERSEDED
    }

    private final LongAdder read = new LongAdder();
    private final LongAdder foreign = new LongAdder();
    private final LongAdder respelledKeys = new LongAdder();
    private final LongAdder deletesOfNothing = new LongAdder();
    private final LongAdder swept = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, LongAdder> deadLettered = new ConcurrentHashMap<>();

    /** All zero. */
    public TableCounters() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    /** Counts a record as it comes in, before anything is known of it. */
    public void countRead() {
        read.increment();
    }

    /** Counts a record that does not lie in the partition its key hashes to; it is counted otherwise as well. */
    public void countForeign() {
        foreign.increment();
    }

    /** Counts a record whose key has other bytes than Flink writes for it; it is counted otherwise as well. */
    public void countRespelledKey() {
        respelledKeys.increment();
    }

    /** Counts a live delete of a row that was not there; it is counted as unchanged as well. */
    public void countDeleteOfNothing() {
        deletesOfNothing.increment();
    }

    /** Counts a row that an audit had deleted. */
    public void countSwept() {
        swept.increment();
    }

    /** Counts a row that was deleted because its record had expired. */
    public void countExpired() {
        expired.increment();
    }

    /**
     * Counts records as a restore delivers them.
     *
     * @param delivered how many
     * @param loaded how many of them reached the store
     * @param superseded how many of them later ones for the same keys replaced
     */
    public void countRestored(long delivered, long loaded, long superseded) {
        read.add(delivered);
        adder(Outcome.LOADED).add(loaded);
        adder(Outcome.SUPERSEDED).add(superseded);
    }

    /**
     * Counts what became of one record.
     *
     * @param outcome what became of it
     */
    public void count(Outcome outcome) {
        adder(outcome).increment();
    }

    /**
     * Counts one bad record.
     *
     * @param reasonCode its reason's code
     */
    public void countDeadLetter(String reasonCode) {
        deadLettered.computeIfAbsent(reasonCode, code -> new LongAdder()).increment();
    }

    /** {@return the counts now} */
    public TableCounts counts() {
        Map<String, Long> letters = new TreeMap<>();
        deadLettered.forEach((code, adder) -> letters.put(code, adder.sum()));
        return new TableCounts(
                read.sum(),
                sum(Outcome.INSERTED),
                sum(Outcome.UPDATED),
                sum(Outcome.DELETED),
                sum(Outcome.UNCHANGED),
                sum(Outcome.SKIPPED),
                sum(Outcome.LOADED),
                sum(Outcome.SUPERSEDED),
                letters,
                foreign.sum(),
                respelledKeys.sum(),
                deletesOfNothing.sum(),
                swept.sum(),
                expired.sum());
    }

    private long sum(Outcome outcome) {
        return adder(outcome).sum();
    }

    private LongAdder adder(Outcome outcome) {
        return requireNonNull(outcomes.get(outcome));
    }
}
