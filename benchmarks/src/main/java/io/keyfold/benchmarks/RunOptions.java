package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import io.keyfold.benchmarks.Assignment.Contender;
import io.keyfold.benchmarks.Traffic.Spread;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a run is told on its command line.
 *
 * @param records records of {@code bootstrap}
 * @param keys primary keys
 * @param updates updates of {@code live} and {@code risk}
 * @param commits single commits whose delay these measure
 * @param spread how records fall on keys
 * @param seed what all of them are drawn from
 * @param only whom {@code bootstrap} measures
 * @param load how {@code rest} asks; of it {@code risk} has the rounds
 */
record RunOptions(
        long records, int keys, long updates, int commits, Spread spread, long seed, Set<Contender> only, Load load) {

    static final RunOptions DEFAULTS = new RunOptions(
            3_000_000, 1_000_000, 1_000_000, 2_000, Spread.EVEN, 42, EnumSet.allOf(Contender.class), Load.DEFAULTS);

    /** Of {@code risk}, where an update makes more work. */
    static final RunOptions RISK = new RunOptions(
            DEFAULTS.records,
            100_000,
            200_000,
            1_000,
            DEFAULTS.spread,
            DEFAULTS.seed,
            DEFAULTS.only,
            new Load(DEFAULTS.load.seconds, DEFAULTS.load.warmUp, 2, DEFAULTS.load.connections));

    /** Records are numbered by int where their fold is kept. */
    private static final long MOST = 1_000_000_000;

    /** {@return some defaults, changed by these arguments} */
    static RunOptions parse(RunOptions defaults, String... arguments) {
        RunOptions told = defaults;
        for (int i = 0; i < arguments.length; i++) {
            String name = arguments[i];
            if (name.equals("--skew")) {
                told = told.with(Spread.SKEWED);
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(
                        "argument: " + name + " (expected: an option and its value; see benchmarks/run)");
            }
            told = told.with(name, arguments[++i]);
        }
        return told;
    }

    private RunOptions with(Spread other) {
        return new RunOptions(records, keys, updates, commits, other, seed, only, load);
    }

    private RunOptions with(Load other) {
        return new RunOptions(records, keys, updates, commits, spread, seed, only, other);
    }

    private RunOptions with(String name, String value) {
        return switch (name) {
            case "--records" -> new RunOptions(number(name, value), keys, updates, commits, spread, seed, only, load);
            case "--keys" ->
                new RunOptions(records, (int) number(name, value), updates, commits, spread, seed, only, load);
            case "--updates" -> new RunOptions(records, keys, number(name, value), commits, spread, seed, only, load);
            case "--commits" ->
                new RunOptions(records, keys, updates, (int) number(name, value), spread, seed, only, load);
            case "--seed" -> new RunOptions(records, keys, updates, commits, spread, number(name, value), only, load);
            case "--only" -> new RunOptions(records, keys, updates, commits, spread, seed, contenders(value), load);
            case "--seconds" ->
                with(new Load((int) number(name, value), load.warmUp(), load.rounds(), load.connections()));
            case "--warmup" ->
                with(new Load(load.seconds(), (int) number(name, value, 0), load.rounds(), load.connections()));
            case "--rounds" ->
                with(new Load(load.seconds(), load.warmUp(), (int) number(name, value), load.connections()));
            case "--connections" ->
                with(new Load(load.seconds(), load.warmUp(), load.rounds(), (int) number(name, value)));
            default ->
                throw new IllegalArgumentException("argument: " + name + " (expected: an option; see benchmarks/run)");
        };
    }

    private static long number(String name, String value) {
        return number(name, value, 1);
    }

    private static long number(String name, String value, long least) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " .. " + MOST + ")");
    }

    private static Set<Contender> contenders(String value) {
        Set<Contender> contenders = EnumSet.noneOf(Contender.class);
        for (String name : value.split(",", -1)) {
            try {
                contenders.add(Contender.valueOf(name.toUpperCase(ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "--only: " + name
                                + " (expected: poll, rocksdb, stock, transactional, keyfold, declared or changelog, comma-separated)",
                        e);
            }
        }
        return contenders;
    }

    /**
     * How a server is asked.
     *
     * @param seconds how long a measurement takes
     * @param warmUp for how many seconds each question is asked before the first of them; 0 for none
     * @param rounds how often what is compared is measured, in turn
     * @param connections how many requests are under way at once
     */
    record Load(int seconds, int warmUp, int rounds, int connections) {

        static final Load DEFAULTS = new Load(15, 10, 3, 32);
    }
}
