package io.keyfold.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.OrderProjection;
import io.keyfold.config.Materialization;
import java.util.List;

/**
 * What one child is told, as one argument.
 *
 * @param materialization how the tables are kept
 * @param bootstrapServers where the broker is
 * @param consumer the consumer's name
 * @param stateDir where its copies are
 * @param itemsTopic the topic of the order items; dead letters go to {@code <topic>.dlq}
 * @param usersTopic the topic of the users
 * @param outTopic where the items' changes go, with a changelog
 * @param streamThreads threads
 * @param storeMiB the stores' memory
 * @param awaitsAll whether it is ready with all partitions alone; else with those that the group has given it
 * @param subscribesFirst whether it subscribes before it starts, not once it is ready
 * @param windowHits at which time that the window is open the child halts in it; 0 for never
 * @param declared what is declared beside the items
 * @param buildRows the child halts while something is built, once so many rows of a partition are in it; 0 for never
 * @param haltFile where it then says what was committed to Kafka alone
 */
record ChildOptions(
        Materialization materialization,
        String bootstrapServers,
        String consumer,
        String stateDir,
        String itemsTopic,
        String usersTopic,
        String outTopic,
        int streamThreads,
        int storeMiB,
        boolean awaitsAll,
        boolean subscribesFirst,
        int windowHits,
        List<OrderProjection> declared,
        int buildRows,
        String haltFile) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static ChildOptions parse(String argument) throws JsonProcessingException {
        return JSON.readValue(argument, ChildOptions.class);
    }

    boolean isMirror() {
        return materialization == Materialization.SOURCE_TOPIC;
    }

    String argument() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
