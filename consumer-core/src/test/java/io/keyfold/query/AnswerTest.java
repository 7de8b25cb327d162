package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerTest {

    private static final PartitionPosition AS_OF = new PartitionPosition("t", 3, 42);
    private static final Optional<Instant> CAUGHT_UP_AT = Optional.of(Instant.parse("2024-01-15T02:40:00Z"));

    private static final Optional<WaitingMark> WAITING =
            Optional.of(new WaitingMark(Instant.parse("2024-01-15T02:40:00Z")));

    private static final Optional<StandbyMark> STANDBY =
            Optional.of(new StandbyMark(Instant.parse("2024-01-15T09:00:00Z")));

    private static Row<Integer> row(int value) {
        return new Row<>(RowKey.of("A1"), value, new RecordPosition("t", 3, 41), Optional.empty(), Optional.empty());
    }

    private static Answer<String> asText(Answer<Integer> answer) {
        return answer.map(row -> row.withValue("value " + row.value()));
    }

    @Test
    void map_found_readsTheRow() {
        assertThat(asText(new Answer.Found<>(row(7), AS_OF, CAUGHT_UP_AT)))
                .isEqualTo(new Answer.Found<>(row(7).withValue("value 7"), AS_OF, CAUGHT_UP_AT));
    }

    @Test
    void map_noRow_changesNothing() {
        Optional<RowMark> mark = Optional.of(new RowMark(new RecordPosition("t", 3, 40), "not JSON"));

        assertThat(asText(new Answer.Absent<>(AS_OF, CAUGHT_UP_AT, mark, WAITING, STANDBY)))
                .isEqualTo(new Answer.Absent<>(AS_OF, CAUGHT_UP_AT, mark, WAITING, STANDBY));
        assertThat(asText(new Answer.NotReady<>("restoring", Duration.ofSeconds(2))))
                .isEqualTo(new Answer.NotReady<>("restoring", Duration.ofSeconds(2)));
        assertThat(asText(new Answer.Elsewhere<>(3))).isEqualTo(new Answer.Elsewhere<>(3));
    }

    @Test
    void elsewhere_inNoPartition_isRefused() {
        assertThatThrownBy(() -> new Answer.Elsewhere<>(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("partition: -1 (expected: 0 or more)");
    }
}
