package io.keyfold.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableCountersTest {

    private final TableCounters counters = new TableCounters();

    @Test
    void swept_rowsDeletedByAnAudit_areCountedApartFromRecords() {
        counters.countSwept();
        counters.countSwept();

        TableCounts counts = counters.counts();

        assertThat(counts.swept()).isEqualTo(2);
        assertThat(counts.expired()).isZero();
        assertThat(counts.read()).isZero();
        assertThat(counts.deleted()).isZero();
    }

    @Test
    void expired_rowsBelowTheStartOfTheLog_areCountedApartFromSweptOnes() {
        counters.countExpired();

        TableCounts counts = counters.counts();

        assertThat(counts.expired()).isEqualTo(1);
        assertThat(counts.swept()).isZero();
        assertThat(counts.read()).isZero();
        assertThat(counts.deleted()).isZero();
    }
}
