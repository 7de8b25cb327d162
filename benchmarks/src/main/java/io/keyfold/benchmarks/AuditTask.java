package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import io.keyfold.config.Materialization;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongPredicate;

/**
 * A loaded table beside live traffic, read at random by one thread: for a while as it is, then while it is audited. A bare consumer
 * reads the same topic before.
 */
final class AuditTask implements Task {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration QUIET = Duration.ofSeconds(10);

    /** Of few keys fewer reads are enough: so many a key, within the same ten seconds. */
    private static final long MOST_READS_A_KEY = 20;

    private final Assignment assignment;
    private final SplittableRandom random;

    AuditTask(Assignment assignment) {
        this.assignment = assignment;
        this.random = new SplittableRandom(assignment.traffic().seed());
    }

    @Override
    public Numbers run() throws InterruptedException, ExecutionException {
        try (KeyfoldReader table = new KeyfoldReader(assignment, Materialization.SOURCE_TOPIC)) {
            try (Progress progress = Progress.of("loading", assignment.records())) {
                progress.watch(table::records);
                table.start();
                table.awaitLoaded(assignment.records());
            }
            System.out.println(ChildMain.LOADED);
            long bareNanos = bare();
            readsASecond(table, whileQuiet()); // compiles what is read with
            long quiet = readsASecond(table, whileQuiet());
            long begin = System.nanoTime();
            CompletableFuture<List<PartitionAudit>> audit = table.table().audit(AuditKind.ZOMBIES);
            long audited = readsASecond(table, reads -> audit.isDone());
            long nanos = System.nanoTime() - begin;
            List<PartitionAudit> found = audit.get();
            verify(found);
            return new Numbers(Map.of(
                    Numbers.NANOS,
                    nanos,
                    Numbers.RECORDS,
                    sum(found, true),
                    "bytes",
                    sum(found, false),
                    "bareNanos",
                    bareNanos,
                    "readsQuiet",
                    quiet,
                    "readsAudited",
                    audited));
        }
    }

    private static long sum(List<PartitionAudit> audits, boolean isRows) {
        return audits.stream()
                .mapToLong(audit -> isRows ? audit.rows() : audit.bytes())
                .sum();
    }

    private long bare() {
        try (BareConsumer consumer = BareConsumer.ofWhole(assignment)) {
            long begin = System.nanoTime();
            while (!consumer.isAtEnd()) {
                consumer.poll(POLL);
            }
            return System.nanoTime() - begin;
        }
    }

    private LongPredicate whileQuiet() {
        long end = System.nanoTime() + QUIET.toNanos();
        long most = assignment.traffic().keys() * MOST_READS_A_KEY;
        return reads -> reads >= most || System.nanoTime() - end >= 0;
    }

    private long readsASecond(KeyfoldReader table, LongPredicate isOver) {
        long begin = System.nanoTime();
        long reads = 0;
        while (!isOver.test(reads)) {
            int key = random.nextInt(assignment.traffic().keys());
            Answer<RowJson> answer = table.table().get(assignment.traffic().rowKey(key));
            if (!(answer instanceof Answer.Found || answer instanceof Answer.Absent)) {
                throw new IllegalStateException("Wrong table: " + answer);
            }
            reads++;
        }
        return Rates.aSecond(reads, System.nanoTime() - begin);
    }

    private void verify(List<PartitionAudit> audits) {
        for (PartitionAudit audit : audits) {
            if (!audit.isClean() || audit.swept() > 0) {
                throw new IllegalStateException(String.format(
                        ROOT,
                        "Wrong audit of partition %d: %d rows swept, %s (expected: none, conclusive)",
                        audit.partition(),
                        audit.swept(),
                        audit.inconclusive()));
            }
        }
    }
}
