package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;

import io.keyfold.benchmarks.RestApi.Question;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Load on one of two instances, while their table is written and answers are compared.
 *
 * @param services the instances
 * @param readBefore how many records they had read before anything was written beside the load
 * @param writer what writes
 * @param checker what compares
 * @param wrk what makes the load
 * @param things files of what questions are drawn from
 * @param load how the server is asked
 * @param out where the numbers go
 */
record RestLoad(
        RestServices services,
        long readBefore,
        SteadyWriter writer,
        RestChecker checker,
        Wrk wrk,
        Map<Question, Path> things,
        RunOptions.Load load,
        PrintStream out) {

    /** On a machine that is short of cores the writer is late, and so is the table. */
    private static final double FOLLOWS = 0.5;

    /** What is under way when a measurement begins and ends. */
    private static final long SLACK = 2L * SteadyWriter.RECORDS_A_SECOND;

    void warmUp(Question question) {
        ask(question, load.warmUp());
    }

    private WrkResult ask(Question question, int seconds) {
        return wrk.ask(question, requireNonNull(things.get(question)), seconds);
    }

    /**
     * {@return how a question is answered}
     *
     * @throws IllegalStateException if an answer is wrong or missing, or the table does not follow its topic meanwhile
     */
    WrkResult measure(Question question) {
        services.awaitRead(() -> readBefore + writer.written());
        long begin = System.nanoTime();
        long writtenBegin = writer.written();
        long readBegin = services.records();
        WrkResult result = ask(question, load.seconds());
        services.requireRunning();
        long written = writer.written() - writtenBegin;
        long read = services.records() - readBegin;
        out.println(String.format(
                ROOT,
                "%s: %s; %,d records a second were folded; %,d rows compared so far",
                question.label(),
                result,
                Rates.aSecond(read, System.nanoTime() - begin),
                checker.rows()));
        long least = Math.round(
                FOLLOWS * (Math.max(written, (long) load.seconds() * SteadyWriter.RECORDS_A_SECOND) - SLACK));
        if (read < least) {
            throw new IllegalStateException(String.format(
                    ROOT,
                    "Wrong table: %,d records were folded meanwhile, %,d were written (expected: at least %,d of each)",
                    read,
                    written,
                    least));
        }
        return result;
    }
}
