package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.Finding;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.WaitingMark;
import java.time.Duration;
import java.util.Optional;

/** One partition of a table that an open transaction holds back, as those see it who ask. */
final class HeldPartition {

    /** What is promised: whoever looks at a silent table learns why within half a minute. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private final UpsertTable<RowJson> table;
    private final int partition;

    HeldPartition(UpsertTable<RowJson> table, int partition) {
        this.table = table;
        this.partition = partition;
    }

    private PartitionStatus status() {
        return table.status().partitions().stream()
                .filter(one -> one.partition() == partition)
                .findFirst()
                .orElseThrow();
    }

    PartitionStatus awaitVerdict(TransactionVerdict verdict) {
        return await().atMost(SOON)
                .until(
                        this::status,
                        status -> seenHolder(status)
                                .filter(holder -> holder.verdict() == verdict)
                                .isPresent());
    }

    private static Optional<OpenTransaction> seenHolder(PartitionStatus status) {
        return status.logEnd().waiting().flatMap(WaitingData::holder);
    }

    static OpenTransaction holder(PartitionStatus status) {
        return seenHolder(status).orElseThrow();
    }

    Finding finding() {
        return table.findings().stream().filter(this::isAboutIt).findFirst().orElseThrow();
    }

    private boolean isAboutIt(Finding finding) {
        return finding.id().equals("open-transaction")
                && finding.sentence().contains("in partition " + partition + " ");
    }

    /** Its rows, and what is said to be absent in it, bear the mark; what may be read and what waits are two numbers. */
    void assertMarked(long waiting, RowKey there, RowKey absent) {
        PartitionStatus status = status();
        assertThat(status.lag()).hasValue(0);
        assertThat(status.logEnd().waiting().orElseThrow().offsets()).isEqualTo(waiting);
        assertThat(((Answer.Found<RowJson>) table.get(there)).row().waiting())
                .contains(
                        new WaitingMark(status.logEnd().waiting().orElseThrow().since()));
        assertThat(((Answer.Absent<RowJson>) table.get(absent)).waiting()).isPresent();
        Page<RowJson> page = table.scan(Scan.all());
        assertThat(page.waiting()).anySatisfy(one -> assertThat(one.partition()).isEqualTo(partition));
        assertThat(page.rows())
                .filteredOn(row -> row.key().equals(there))
                .singleElement()
                .satisfies(row -> assertThat(row.waiting()).isPresent());
    }

    /** Nothing waits any more, and nothing bears a mark of it. */
    void awaitFree(RowKey there) {
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            PartitionStatus status = status();
            assertThat(status.state()).isEqualTo(PartitionState.READY);
            assertThat(status.lag()).hasValue(0);
            assertThat(status.logEnd().waiting()).isEmpty();
            assertThat(((Answer.Found<RowJson>) table.get(there)).row().waiting())
                    .isEmpty();
            assertThat(table.scan(Scan.all()).waiting())
                    .noneSatisfy(one -> assertThat(one.partition()).isEqualTo(partition));
            assertThat(table.findings()).noneMatch(this::isAboutIt);
        });
    }
}
