package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.TopicNote.Weight;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownTopicsTest {

    private static final TableSettings TABLE =
            TableSettings.of(TableContracts.named("dwd_order_item").withTopic("orders"));

    private Instant now = Instant.parse("2026-01-01T00:00:00.123Z");
    private final KnownTopics topics =
            new KnownTopics(List.of(TableTask.of(TABLE, TableEvents.ofChanges(change -> {}))), () -> now);

    private void runsOn(String topicId) {
        SourceTopic orders = new SourceTopic("cluster", "orders", topicId, List.of(new SourceTopic.Ends(0, 0, 0)));
        TopicConfigs configs = new TopicConfigs(Map.of("orders", Map.of(), "orders.dlq", Map.of()));
        topics.found(new Cluster("cluster", Map.of("orders", orders), configs));
    }

    @Test
    void notes_firstRunAndAnotherOnTheSameTopic_areNone() {
        runsOn("one");
        runsOn("one");

        assertThat(topics.notes(TABLE)).isEmpty();
    }

    @Test
    void notes_runOnAnotherTopicOfThatName_sayWhen() {
        runsOn("one");

        runsOn("another");

        assertThat(topics.notes(TABLE)).singleElement().satisfies(note -> {
            assertThat(note.id()).isEqualTo("topic-made-anew");
            assertThat(note.weight()).isEqualTo(Weight.INFO);
            assertThat(note.about()).isEqualTo("orders");
            assertThat(note.sentence())
                    .isEqualTo(
                            "topic orders was deleted and made anew: its rows were thrown away at 2026-01-01T00:00:00Z and"
                                    + " are those of the new one since");
        });
    }

    @Test
    void notes_madeAnew_goAfterADay() {
        runsOn("one");
        runsOn("another");

        now = now.plus(KnownTopics.REMEMBERED).minusMillis(1);
        assertThat(topics.notes(TABLE)).hasSize(1);

        now = now.plusMillis(1);
        assertThat(topics.notes(TABLE)).isEmpty();
    }
}
