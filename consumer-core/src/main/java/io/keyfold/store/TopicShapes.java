package io.keyfold.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How topics lay on their brokers when they were last looked at: as soon as they are known, then each hour. A topic of which the broker
 * does not tell is as it was, and is asked for again a minute later. Looked at by the watch; any thread may ask.
 */
final class TopicShapes {

    static final Duration PERIOD = Duration.ofHours(1);
    static final Duration RETRY = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(TopicShapes.class);

    private final LongSupplier nanos;
    private final Map<String, TopicShape> seen = new ConcurrentHashMap<>();
    private volatile @Nullable Long dueNanos;

    TopicShapes(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The topics may be others of the same names: the next look comes at once. */
    void forget() {
        seen.clear();
        dueNanos = null;
    }

    /** Looks, if it is time. */
    void look(List<String> topics, Broker broker) throws InterruptedException {
        Long due = dueNanos;
        if (due != null && nanos.getAsLong() - due < 0) {
            return;
        }
        dueNanos = nanos.getAsLong() + RETRY.toNanos(); // whatever comes of this look
        boolean told = true;
        for (String topic : topics) {
            try {
                seen.put(topic, broker.shape(topic));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The broker does not tell how {} lies on it", topic, e);
                told = false;
            }
        }
        if (told) {
            dueNanos = nanos.getAsLong() + PERIOD.toNanos();
        }
    }

    List<TopicNote> notes(String topic) {
        TopicShape shape = seen.get(topic);
        return shape == null ? List.of() : shape.notes();
    }

    /** Who is asked. */
    interface Broker {
        TopicShape shape(String topic) throws InterruptedException, ExecutionException, TimeoutException;
    }
}
