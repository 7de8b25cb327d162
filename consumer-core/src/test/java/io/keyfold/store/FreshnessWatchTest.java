package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.metrics.AuditKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshnessWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOG_START = 5;

    @TempDir
    Path directory;

    private AuditedCopies copies;
    private final Audits audits = new Audits("test");
    private final AuditPlan plan = new AuditPlan();

    @BeforeEach
    void open() {
        copies = new AuditedCopies(directory);
    }

    @AfterEach
    void close() {
        audits.close();
        copies.close();
    }

    private static LogBounds caughtUp(Audit.Target target) {
        StableEnd end = new StableEnd(System.currentTimeMillis(), 0);
        target.copy().freshness().passed(end);
        return new LogBounds(LOG_START, end, OptionalLong.of(end.offset()));
    }

    @Test
    void plan_expiry_beginsThoughTheCopyIsBeingAudited() {
        Audit.Target target = copies.safe();
        assertThat(audits.begin(Audit.of(target, AuditKind.ZOMBIES))).isNotDone();

        FreshnessWatch.plan(target, caughtUp(target), plan, audits);

        await().atMost(PATIENCE).until(() -> plan.expiredBelow() == LOG_START);
        assertThat(audits.isComparing(target.copy())).isTrue();
    }

    @Test
    void plan_expiry_beginsThoughTheAuditBeforeProvedNothing() {
        Audit.Target target = copies.safe();
        plan.compared(false);

        FreshnessWatch.plan(target, caughtUp(target), plan, audits);

        await().atMost(PATIENCE).until(() -> plan.expiredBelow() == LOG_START);
    }

    @Test
    void plan_suspectCopy_isAuditedOnceAtATime() {
        Audit.Target target = copies.suspect();
        plan.suspect(true);
        plan.expired(LOG_START);

        FreshnessWatch.plan(target, caughtUp(target), plan, audits);
        await().atMost(PATIENCE).until(() -> copies.connecting().size() == 1);
        FreshnessWatch.plan(target, caughtUp(target), plan, audits);
        copies.refuse(target);

        await().atMost(PATIENCE).until(() -> !audits.isComparing(target.copy()));
        assertThat(copies.connecting()).hasSize(1);
    }
}
