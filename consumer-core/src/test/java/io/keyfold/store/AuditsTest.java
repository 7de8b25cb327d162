package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private AuditedCopies copies;
    private final Audits audits = new Audits("test");

    @BeforeEach
    void open() {
        copies = new AuditedCopies(directory);
    }

    @AfterEach
    void close() {
        audits.close();
        copies.close();
    }

    private CompletableFuture<PartitionAudit> begin(Audit.Target target) {
        return audits.begin(Audit.of(target, AuditKind.ZOMBIES));
    }

    /** One whose report nobody waits for. */
    private void start(Audit.Target target) {
        CompletableFuture<PartitionAudit> unused = begin(target);
    }

    private void awaitConnecting(Integer... partitions) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(copies.connecting()).containsExactly(partitions));
    }

    private static PartitionAudit report(CompletableFuture<PartitionAudit> audit) throws Exception {
        return audit.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void begin_whileAnotherRuns_waitsForIt() throws Exception {
        Audit.Target first = copies.safe();
        Audit.Target second = copies.safe();
        start(first);
        CompletableFuture<PartitionAudit> waiting = begin(second);
        awaitConnecting(0);

        copies.refuse(first);
        copies.refuse(second);

        assertThat(report(waiting).inconclusive()).hasValue("the topic could not be read: no broker");
        awaitConnecting(0, 1);
    }

    @Test
    void begin_suspectCopies_goFirst_inOrderOfArrival() throws Exception {
        Audit.Target running = copies.safe();
        start(running);
        awaitConnecting(0);
        Audit.Target firstSafe = copies.safe();
        Audit.Target firstSuspect = copies.suspect();
        Audit.Target secondSafe = copies.safe();
        Audit.Target secondSuspect = copies.suspect();
        start(firstSafe);
        start(firstSuspect);
        CompletableFuture<PartitionAudit> last = begin(secondSafe);
        start(secondSuspect);

        for (Audit.Target target : new Audit.Target[] {running, firstSafe, firstSuspect, secondSafe, secondSuspect}) {
            copies.refuse(target);
        }

        report(last);
        assertThat(copies.connecting())
                .containsExactly(
                        running.partition(),
                        firstSuspect.partition(),
                        secondSuspect.partition(),
                        firstSafe.partition(),
                        secondSafe.partition());
    }

    @Test
    void begin_expiry_runsBesideAnAuditOfTheSameCopy() throws Exception {
        Audit.Target target = copies.safe();
        CompletableFuture<PartitionAudit> comparing = begin(target);
        awaitConnecting(0);

        PartitionAudit expired = report(audits.begin(Audit.ofExpired(target, 5, 0)));

        assertThat(expired.inconclusive()).isEmpty();
        assertThat(comparing).isNotDone();
        assertThat(audits.isComparing(target.copy())).isTrue();
        assertThat(audits.isExpiring(target.copy())).isFalse();
    }

    @Test
    void isComparing_whenTheFirstOfTwoHasEnded_isTrue() throws Exception {
        Audit.Target target = copies.safe();
        Audit.Target between = copies.safe();
        CompletableFuture<PartitionAudit> first = begin(target);
        CompletableFuture<PartitionAudit> other = begin(between);
        CompletableFuture<PartitionAudit> second = begin(target);

        copies.refuse(target);
        report(first);

        assertThat(audits.isComparing(target.copy())).isTrue();
        assertThat(audits.isExpiring(target.copy())).isFalse();
        copies.refuse(between);
        report(other);
        report(second);
        assertThat(audits.isComparing(target.copy())).isFalse();
    }

    @Test
    void audit_thatFails_isReported_andTheNextRuns() throws Exception {
        for (Throwable failure : List.of(
                new IllegalStateException("odd"), new OutOfMemoryError("full"), new NoClassDefFoundError("lost"))) {
            Audit.Target failing = copies.safe();
            Audit.Target next = copies.safe();
            CompletableFuture<PartitionAudit> failed = begin(failing);
            CompletableFuture<PartitionAudit> following = begin(next);

            copies.failWith(failing, failure);
            copies.refuse(next);

            assertThat(report(failed).inconclusive()).hasValue("it has failed: " + failure.getMessage());
            assertThat(audits.isComparing(failing.copy())).isFalse();
            assertThat(report(following).inconclusive()).hasValue("the topic could not be read: no broker");
        }
    }

    private static CompletableFuture<PartitionAudit> beginExpiryOfARow(Audits audits, Audit.Target target) {
        AuditedCopies.row(target, new byte[] {1}, 4);
        CompletableFuture<PartitionAudit> audit = audits.begin(Audit.ofExpired(target, 5, 5));
        await().atMost(PATIENCE).until(() -> hasBatch(target.copy().sweeps()));
        return audit;
    }

    private static boolean hasBatch(Sweeps sweeps) {
        AtomicBoolean asked = new AtomicBoolean();
        sweeps.take(goal -> {
            asked.set(true);
            return false;
        });
        return asked.get();
    }

    @Test
    void audit_whoseBatchIsWithdrawn_hasNotFailed() throws Exception {
        Audit.Target target = copies.safe();
        CompletableFuture<PartitionAudit> audit = beginExpiryOfARow(audits, target);

        target.copy().sweeps().withdraw();

        assertThat(report(audit).inconclusive()).hasValue("the partition was closed or moved away meanwhile");
        assertThat(report(audit).swept()).isZero();
    }

    @Test
    void audit_thatEndsBeforeItsBatch_withdrawsIt() throws Exception {
        Audit.Target target = copies.safe();
        CompletableFuture<PartitionAudit> audit = beginExpiryOfARow(audits, target);

        audits.close();

        assertThat(report(audit).inconclusive()).hasValue("the consumer is being closed");
        assertThat(hasBatch(target.copy().sweeps())).isFalse();
    }

    @Test
    void close_endsWhatWaits() throws Exception {
        Audit.Target running = copies.safe();
        start(running);
        awaitConnecting(0);
        Audit.Target waits = copies.safe();
        CompletableFuture<PartitionAudit> waiting = begin(waits);

        audits.close();

        assertThat(report(waiting).inconclusive()).hasValue("the consumer is being closed");
        assertThat(report(begin(waits)).inconclusive()).hasValue("the consumer is being closed");
        assertThat(audits.isComparing(waits.copy())).isFalse();
    }
}
