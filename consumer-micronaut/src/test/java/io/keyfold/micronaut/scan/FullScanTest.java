package io.keyfold.micronaut.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FullScanTest {

    private static final List<PartitionPosition> READ = List.of(new PartitionPosition("t", 0, 7));
    private static final List<MissingPartition> GAP = List.of(new MissingPartition(1, "elsewhere"));

    @Test
    void hasReadNothing_whereEveryPartitionIsMissing_isNoZero() {
        assertThat(new FullScan(List.of(), GAP, List.of()).hasReadNothing()).isTrue();
        assertThat(new FullScan(READ, GAP, List.of()).hasReadNothing()).isFalse();
        assertThat(new FullScan(READ, List.of(), List.of()).hasReadNothing()).isFalse();
    }

    @Test
    void isComplete_whereAPartitionIsMissing_isFalse() {
        assertThat(new FullScan(READ, GAP, List.of()).isComplete()).isFalse();
        assertThat(new FullScan(READ, List.of(), List.of()).isComplete()).isTrue();
    }

    @Test
    void isFresh_whereRowsMayBeStale_isFalse() {
        List<StalePartition> stale = List.of(new StalePartition(0, new StaleMark(Optional.empty(), "away")));

        assertThat(new FullScan(READ, List.of(), stale).isFresh()).isFalse();
        assertThat(new FullScan(READ, List.of(), List.of()).isFresh()).isTrue();
    }
}
