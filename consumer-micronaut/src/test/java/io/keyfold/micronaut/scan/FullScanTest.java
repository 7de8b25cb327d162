package io.keyfold.micronaut.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.PartitionPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FullScanTest {

    private static final List<PartitionPosition> READ = List.of(new PartitionPosition("t", 0, 7));
    private static final List<MissingPartition> GAP = List.of(new MissingPartition(1, "elsewhere"));

    @Test
    void hasReadNothing_whereEveryPartitionIsMissing_isNoZero() {
        assertThat(new FullScan(List.of(), GAP).hasReadNothing()).isTrue();
        assertThat(new FullScan(READ, GAP).hasReadNothing()).isFalse();
        assertThat(new FullScan(READ, List.of()).hasReadNothing()).isFalse();
    }

    @Test
    void isComplete_whereAPartitionIsMissing_isFalse() {
        assertThat(new FullScan(READ, GAP).isComplete()).isFalse();
        assertThat(new FullScan(READ, List.of()).isComplete()).isTrue();
    }
}
