package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SourceTopicTest {

    private static final SourceTopic TOPIC =
            new SourceTopic("cluster", "orders", "id", List.of(new SourceTopic.Ends(900, 990, 1000)));

    @Test
    void outside_withinTheLog_isNothing() {
        assertThat(TOPIC.outside(0, 900)).isEmpty();
        assertThat(TOPIC.outside(0, 1000)).isEmpty();
    }

    @Test
    void outside_belowTheStart_namesTheRecordsThatAreGone() {
        assertThat(TOPIC.outside(0, 500))
                .contains(
                        "records 500-899 of partition 0 of topic orders are gone, and with them deletes that may have "
                                + "been among them");
    }

    @Test
    void outside_behindTheEnd_saysWhereItEnds() {
        assertThat(TOPIC.outside(0, 1001))
                .contains(
                        "partition 0 of topic orders ends at 1000 and had been read to 1001: it was made anew, or has "
                                + "lost records");
    }

    @Test
    void behindEnd_belowTheStart_isNothing() {
        assertThat(TOPIC.behindEnd(0, 500)).isEmpty();
        assertThat(TOPIC.behindEnd(0, 1000)).isEmpty();
    }

    @Test
    void behindEnd_behindTheEnd_saysTheSame() {
        assertThat(TOPIC.behindEnd(0, 1001)).isPresent().isEqualTo(TOPIC.outside(0, 1001));
    }
}
