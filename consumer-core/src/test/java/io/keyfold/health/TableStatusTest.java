package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.StaleRows;
import io.keyfold.health.PartitionStatus.Freshness;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.TableCounters;
import io.keyfold.row.StaleMark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableStatusTest {

    private static final Optional<StaleMark> AWAY = Optional.of(new StaleMark(Optional.empty(), "away"));

    private static TableStatus status(StaleRows policy, PartitionState... states) {
        List<PartitionStatus> partitions = Stream.of(states)
                .map(state -> new PartitionStatus(0, state, Optional.empty(), OptionalLong.empty(), 0))
                .toList();
        return new TableStatus(
                "t",
                "t",
                states.length,
                true,
                partitions,
                new TableCounters().counts(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                policy,
                Optional.empty());
    }

    private static Freshness freshness(Optional<StaleMark> stale, AuditKind... audits) {
        Optional<AuditProgress> audit = Stream.of(audits)
                .map(kind ->
                        new AuditProgress(kind, AuditProgress.Phase.SCANNING, 0, 9, 3, 3, 0, Duration.ofSeconds(1)))
                .findFirst();
        return new Freshness(Optional.empty(), stale, audit, Optional.empty());
    }

    /** One slow upstream must not take every instance out of service at once. */
    @ParameterizedTest
    @EnumSource(
            value = PartitionState.class,
            names = {"SUSPECT", "AUDITING", "READY", "LAGGING", "STALLED"})
    void isReady_rowsThatAreServedWithMarks_isTrue(PartitionState state) {
        assertThat(status(StaleRows.MARK, PartitionState.READY, state).isReady())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = PartitionState.class,
            names = {"SUSPECT", "AUDITING"})
    void isReady_rowsThatAreWithheld_isFalse(PartitionState state) {
        assertThat(status(StaleRows.WITHHOLD, PartitionState.READY, state).isReady())
                .isFalse();
        assertThat(status(StaleRows.WITHHOLD, PartitionState.READY).isReady()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = PartitionState.class,
            names = {"STARTING", "RESTORING", "CATCHING_UP", "FAILED"})
    void isReady_partitionThatHasNotCaughtUp_isFalse(PartitionState state) {
        assertThat(status(StaleRows.MARK, PartitionState.READY, state).isReady())
                .isFalse();
    }

    @Test
    void state_staleRows_isSuspectUntilAnAuditIsUnderWay() {
        assertThat(freshness(AWAY).state()).isEqualTo(PartitionState.SUSPECT);
        assertThat(freshness(AWAY, AuditKind.ZOMBIES).state()).isEqualTo(PartitionState.AUDITING);
        assertThat(freshness(AWAY, AuditKind.FULL).state()).isEqualTo(PartitionState.AUDITING);
    }

    /** It looks for what has expired, and says nothing of missed deletes. */
    @Test
    void state_staleRowsWhileOthersExpire_isSuspect() {
        assertThat(freshness(AWAY, AuditKind.EXPIRY).state()).isEqualTo(PartitionState.SUSPECT);
    }

    @Test
    void state_freshRowsThatAreAudited_isReady() {
        assertThat(freshness(Optional.empty(), AuditKind.FULL).state()).isEqualTo(PartitionState.READY);
        assertThat(freshness(Optional.empty()).state()).isEqualTo(PartitionState.READY);
    }
}
