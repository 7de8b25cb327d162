package io.keyfold.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configurations of topics, as far as this principal may read them.
 *
 * @param byTopic each topic's settings by name; without the topics whose settings may not be read
 */
record TopicConfigs(Map<String, Map<String, String>> byTopic) {

    TopicConfigs {
        byTopic = Map.copyOf(byTopic);
    }

    boolean isReadable(String topic) {
        return byTopic.containsKey(topic);
    }

    Optional<String> get(String topic, String setting) {
        return Optional.ofNullable(byTopic.get(topic)).map(settings -> settings.get(setting));
    }

    Optional<Long> number(String topic, String setting) {
        return get(topic, setting).map(Long::valueOf);
    }

    /** Of a setting that is a list. */
    List<String> list(String topic, String setting) {
        return get(topic, setting)
                .map(value -> List.of(value.split("\\s*,\\s*")))
                .orElse(List.of());
    }
}
