package io.keyfold.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/** A start knows how its topics are configured, or that it may not know; it does not take the one for the other. */
class TopicConfigsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String SETTING = "delete.retention.ms";

    private final ScriptedBroker broker = new ScriptedBroker();

    /** Answers as it was told to, one after the other, and the last for ever. */
    private static final class ScriptedBroker implements TopicConfigs.Broker {

        private final Map<String, Queue<KafkaFuture<Config>>> answers = new HashMap<>();
        private final List<String> asked = new ArrayList<>();

        void tells(String topic, String value) {
            answer(topic, KafkaFuture.completedFuture(new Config(List.of(new ConfigEntry(SETTING, value)))));
        }

        void fails(String topic, Exception why) {
            KafkaFutureImpl<Config> failed = new KafkaFutureImpl<>();
            failed.completeExceptionally(why);
            answer(topic, failed);
        }

        void isSilent(String topic) {
            answer(topic, new KafkaFutureImpl<>());
        }

        private void answer(String topic, KafkaFuture<Config> answer) {
            answers.computeIfAbsent(topic, added -> new ArrayDeque<>()).add(answer);
        }

        @Override
        public Map<ConfigResource, KafkaFuture<Config>> describe(Collection<ConfigResource> topics) {
            Map<ConfigResource, KafkaFuture<Config>> told = new HashMap<>();
            for (ConfigResource topic : topics) {
                asked.add(topic.name());
                Queue<KafkaFuture<Config>> left = requireNonNull(answers.get(topic.name()));
                told.put(topic, left.size() > 1 ? left.remove() : left.element());
            }
            return told;
        }
    }

    private TopicConfigs atStart(Duration timeout, String... topics) {
        return TopicConfigs.atStart(broker, List.of(topics), "orders-table", timeout);
    }

    @Test
    void atStart_transientFailure_asksForThatTopicAgain() {
        broker.fails("orders", new UnknownTopicOrPartitionException("not here yet"));
        broker.fails("orders", new org.apache.kafka.common.errors.TimeoutException("slow"));
        broker.tells("orders", "1000");
        broker.tells("items", "2000");

        TopicConfigs configs = atStart(LONG, "orders", "items");

        assertThat(configs.number("orders", SETTING)).contains(1_000L);
        assertThat(configs.number("items", SETTING)).contains(2_000L);
        assertThat(broker.asked).containsExactlyInAnyOrder("orders", "items", "orders", "orders");
    }

    @Test
    void atStart_withoutTheRight_leavesTheTopicOutAtOnce() {
        broker.fails("orders", new TopicAuthorizationException("no right"));
        broker.tells("items", "2000");

        TopicConfigs configs = atStart(LONG, "orders", "items");

        assertThat(configs.isReadable("orders")).isFalse();
        assertThat(configs.isReadable("items")).isTrue();
        assertThat(broker.asked).containsExactlyInAnyOrder("orders", "items");
    }

    @Test
    void atStart_failureThatLasts_namesTheTopicAndWhatToDo() {
        broker.tells("items", "2000");
        broker.fails("orders", new UnknownTopicOrPartitionException("not here yet"));

        assertThatThrownBy(() -> atStart(Duration.ZERO, "items", "orders"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start orders-table: the broker did not tell in time how topic orders is configured"
                        + " (not here yet); see whether it is well, and start again, with a longer startTimeout if it is"
                        + " slow");
    }

    /** A broker that refuses is there all the same. */
    @Test
    void askAll_withoutTheRightToOne_tellsTheOther() throws InterruptedException {
        broker.fails("orders", new TopicAuthorizationException("no right"));
        broker.tells("items", "2000");

        TopicConfigs configs =
                TopicConfigs.askAll(broker, List.of("orders", "items"), LONG).orElseThrow();

        assertThat(configs.isReadable("orders")).isFalse();
        assertThat(configs.number("items", SETTING)).contains(2_000L);
    }

    @Test
    void askAll_withoutAnAnswerForOne_isNothing() throws InterruptedException {
        broker.fails("orders", new org.apache.kafka.common.errors.TimeoutException("slow"));
        broker.tells("items", "2000");

        assertThat(TopicConfigs.askAll(broker, List.of("orders", "items"), LONG))
                .isEmpty();
    }

    @Test
    void atStart_brokerThatIsSilent_failsAsWell() {
        broker.isSilent("orders");

        assertThatThrownBy(() -> atStart(Duration.ofMillis(1), "orders"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("how topic orders is configured");
    }

    @Test
    void atStart_interrupted_saysSoAndKeepsTheFlag() {
        broker.fails("orders", new UnknownTopicOrPartitionException("not here yet"));
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> atStart(LONG, "orders"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
