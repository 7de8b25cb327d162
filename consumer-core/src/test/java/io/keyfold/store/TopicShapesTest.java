package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.store.TopicShape.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Topics are looked at when they are known, each hour, and a minute after a look that failed. */
class TopicShapesTest {

    private static final TopicShape ALONE = new TopicShape("orders", 3, List.of(new Partition(1, 0)));
    private static final TopicShape REPLICATED = new TopicShape("orders", 3, List.of(new Partition(3, 0)));

    /** It may be negative, as the system's. */
    private long nanos = -Duration.ofDays(1).toNanos();

    private final TopicShapes shapes = new TopicShapes(() -> nanos);
    private final List<String> asked = new ArrayList<>();
    private @Nullable TopicShape told = ALONE;

    private TopicShape shape(String topic) throws TimeoutException {
        asked.add(topic);
        if (told == null) {
            throw new TimeoutException("silent");
        }
        return told;
    }

    private void lookAfter(Duration time) throws InterruptedException {
        nanos += time.toNanos();
        shapes.look(List.of("orders"), this::shape);
    }

    private List<String> noted() {
        return shapes.notes("orders").stream().map(TopicNote::id).toList();
    }

    @Test
    void notes_beforeALook_areNone() {
        assertThat(noted()).isEmpty();
    }

    @Test
    void look_first_isAtOnce() throws InterruptedException {
        lookAfter(Duration.ZERO);

        assertThat(noted()).containsExactly("replication");
    }

    @Test
    void look_causeIsGone_clearsItWithinTheHour() throws InterruptedException {
        lookAfter(Duration.ZERO);
        told = REPLICATED;

        lookAfter(TopicShapes.PERIOD.minusNanos(1));
        assertThat(noted()).containsExactly("replication");

        lookAfter(Duration.ofNanos(1));
        assertThat(noted()).isEmpty();
        assertThat(asked).hasSize(2);
    }

    @Test
    void look_brokerIsSilent_keepsWhatWasSeenAndAsksAgainAMinuteLater() throws InterruptedException {
        lookAfter(Duration.ZERO);
        told = null;
        lookAfter(TopicShapes.PERIOD);
        assertThat(noted()).containsExactly("replication");

        told = REPLICATED;
        lookAfter(TopicShapes.RETRY.minusNanos(1));
        assertThat(noted()).containsExactly("replication");

        lookAfter(Duration.ofNanos(1));
        assertThat(noted()).isEmpty();
    }

    @Test
    void forget_topicsMayBeOthers_looksAgainAtOnce() throws InterruptedException {
        lookAfter(Duration.ZERO);

        shapes.forget();
        assertThat(noted()).isEmpty();

        lookAfter(Duration.ZERO);
        assertThat(noted()).containsExactly("replication");
    }
}
