package io.keyfold;

import java.util.Map;

/** Kafka Streams' properties of a consumer that is started and ended often, and reads topics in which little happens. */
public final class QuickStreams {

    /**
     * A broker holds a fetch for that long while there is nothing new, and what the consumer asks on the same connection
     * waits behind it: the end of a partition, for which its table is not ready, and the farewell of its close. At Kafka's
     * 500 ms each start and each close waits most of that. A stream thread takes up a restored partition, and a close,
     * only between two polls, of 100 ms each.
     */
    public static final Map<String, String> SETTINGS = Map.of("consumer.fetch.max.wait.ms", "50", "poll.ms", "20");

    private QuickStreams() {}
}
