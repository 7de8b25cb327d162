package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.store.TopicNote.Weight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompactionNotesTest {

    private static final Map<String, String> DEFAULTS = Map.of(
            "cleanup.policy", "compact",
            "min.compaction.lag.ms", "0",
            "max.compaction.lag.ms", "9223372036854775807",
            "min.cleanable.dirty.ratio", "0.5",
            "segment.ms", "604800000",
            "segment.bytes", "1073741824");

    private static List<TopicNote> with(Map<String, String> changes) {
        Map<String, String> settings = new HashMap<>(DEFAULTS);
        settings.putAll(changes);
        return CompactionNotes.of("orders", new TopicConfigs(Map.of("orders", settings)));
    }

    private static List<TopicNote> lag(long ms) {
        return with(Map.of("min.compaction.lag.ms", Long.toString(ms)));
    }

    @Test
    void of_defaults_hasNone() {
        assertThat(with(Map.of())).isEmpty();
    }

    @Test
    void of_topicThatIsNotCompacted_hasNone() {
        assertThat(with(Map.of("cleanup.policy", "delete", "min.compaction.lag.ms", "1", "segment.ms", "31536000000")))
                .isEmpty();
    }

    @Test
    void of_topicThatMayNotBeRead_hasNone() {
        assertThat(CompactionNotes.of("orders", TopicConfigs.NONE)).isEmpty();
    }

    @Test
    void of_lag_saysWhatItCosts() {
        assertThat(lag(3_600_000))
                .containsExactly(
                        new TopicNote(
                                "compaction-lag",
                                Weight.INFO,
                                "orders",
                                "topic orders has min.compaction.lag.ms=3600000: old values and deletes stay in its log for 1 hour and"
                                        + " longer, and whoever loads it reads them all",
                                "set min.compaction.lag.ms=0 on it, unless others must be able to read every change for so long"));
    }

    @Test
    void of_lag_isAWarningBeyondADay() {
        assertThat(lag(0)).isEmpty();
        assertThat(lag(1)).extracting(TopicNote::weight).containsExactly(Weight.INFO);
        assertThat(lag(86_400_000)).extracting(TopicNote::weight).containsExactly(Weight.INFO);
        assertThat(lag(86_400_001)).extracting(TopicNote::weight).containsExactly(Weight.WARNING);
    }

    @Test
    void of_severalDelaysBeyondTheDefaults_isOneNoteThatNamesThem() {
        assertThat(with(Map.of("segment.ms", "31536000000", "min.cleanable.dirty.ratio", "0.9")))
                .containsExactly(new TopicNote(
                        "slow-compaction",
                        Weight.INFO,
                        "orders",
                        "topic orders has segment.ms=31536000000 (unless segment.bytes=1073741824 are written before) and"
                                + " min.cleanable.dirty.ratio=0.9, and no max.compaction.lag.ms ends the wait: it is cleaned"
                                + " rarely, and whoever loads it reads old values and deletes",
                        "set max.compaction.lag.ms=604800000 on it, or less: what is older is cleaned whatever the other"
                                + " settings say"));
    }

    @Test
    void of_oneDelayBeyondItsDefault_namesThatAlone() {
        assertThat(with(Map.of("segment.ms", "604800001")))
                .singleElement()
                .satisfies(note -> assertThat(note.sentence())
                        .contains("segment.ms=604800001")
                        .doesNotContain("dirty"));
        assertThat(with(Map.of("min.cleanable.dirty.ratio", "0.51")))
                .singleElement()
                .satisfies(note -> assertThat(note.sentence())
                        .contains("has min.cleanable.dirty.ratio=0.51, and no")
                        .doesNotContain("segment"));
    }

    /** It closes segments, and has them cleaned however little is dirty. */
    @Test
    void of_delaysThatTheLongestLagEnds_areNone() {
        Map<String, String> slow = Map.of("segment.ms", "31536000000", "min.cleanable.dirty.ratio", "0.9");
        Map<String, String> ended = new HashMap<>(slow);

        ended.put("max.compaction.lag.ms", "604800000");
        assertThat(with(ended)).isEmpty();

        ended.put("max.compaction.lag.ms", "604800001");
        assertThat(with(ended))
                .singleElement()
                .satisfies(note ->
                        assertThat(note.sentence()).contains("and max.compaction.lag.ms=604800001 ends the wait late"));
    }
}
