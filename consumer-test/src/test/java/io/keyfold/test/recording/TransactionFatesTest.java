package io.keyfold.test.recording;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionFatesTest {

    @Test
    void openAt_twoHangingTransactions_areAllRecordsOfTheKilledJob() {
        Map<String, List<Long>> open = openInPartition("case7-hanging-transaction-incrementing", "2-afterSigkill", 1);

        assertThat(open)
                .isEqualTo(Map.of("dwd-oi7i-1-2", List.of(9L, 10L, 11L, 15L), "dwd-oi7i-0-2", List.of(12L, 13L, 14L)));
    }

    @Test
    void openAt_anotherJobCommittedBehindThem_itsRecordsAreNotOpen() {
        Map<String, List<Long>> open =
                openInPartition("case7-hanging-transaction-incrementing", "3-otherPrefixJobCommitted", 0);

        assertThat(open).isEqualTo(Map.of("dwd-oi7i-0-2", List.of(4L), "dwd-oi7i-1-2", List.of(5L)));
    }

    @Test
    void openAt_savepointPreCommitted_onlyItsRecordsAreOpen() {
        Map<String, List<Long>> open = openInPartition("case8-restore-from-savepoint-exactly-once", "afterCancel", 0);

        assertThat(open).isEqualTo(Map.of("c8-0-1", List.of(0L, 1L, 2L)));
    }

    @Test
    void openAt_end_isNothing() {
        assertThat(openInPartition("case7-cancelled-job", Recording.END, 1)).isEmpty();
    }

    private static Map<String, List<Long>> openInPartition(String name, String phase, int partition) {
        TransactionFates fates =
                Recording.named(name).fates(Recording.named(name).topic());
        RecordedPhase at = fates.topic().phase(phase);
        return fates.openAt(at).entrySet().stream()
                .filter(entry -> entry.getKey().partition() == partition)
                .sorted(Comparator.comparing(entry -> entry.getKey().offset()))
                .collect(groupingBy(
                        Map.Entry::getValue, mapping(entry -> entry.getKey().offset(), toList())));
    }
}
