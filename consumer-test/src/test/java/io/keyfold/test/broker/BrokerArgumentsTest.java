package io.keyfold.test.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerArgumentsTest {

    @Test
    void parse_allGiven_readsThem() {
        BrokerArguments arguments = BrokerArguments.parse(
                "--data-dir", "data", "--port", "19092", "--topic", "a:1", "--topic", "b:6:cleanup.policy=compact");

        assertThat(arguments.dataDir()).isEqualTo(Path.of("data"));
        assertThat(arguments.port()).isEqualTo(OptionalInt.of(19092));
        assertThat(arguments.topics())
                .containsExactly(
                        new TopicArgument("a", 1, Map.of()),
                        new TopicArgument("b", 6, Map.of("cleanup.policy", "compact")));
    }

    @Test
    void topic_valueWithComma_keepsIt() {
        TopicArgument topic = TopicArgument.parse("a:1:cleanup.policy=compact,delete,retention.ms=60000");

        assertThat(topic.configs()).isEqualTo(Map.of("cleanup.policy", "compact,delete", "retention.ms", "60000"));
    }

    @Test
    void parse_noDataDir_isRefused() {
        assertThatThrownBy(() -> BrokerArguments.parse("--port", "19092"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--data-dir: missing (expected: a directory)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--data-dri d|argument: --data-dri (expected:",
                "--data-dir|--data-dir: no value (expected:",
                "--data-dir d --port x|--port: x (expected: 1 .. 65535)"
            })
    void parse_wrongArgument_isRefusedByName(String commandLine, String message) {
        assertThatThrownBy(() -> BrokerArguments.parse(commandLine.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ":1", "a:x", "a:0", "a:1:compact"})
    void topic_malformed_isRefusedWithAnExample(String argument) {
        assertThatThrownBy(() -> TopicArgument.parse(argument))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "--topic: " + argument
                                + " (expected: NAME:PARTITIONS[:CFG=VAL,..], for example dwd_order_item:6:cleanup.policy=compact)");
    }
}
