package io.keyfold.micronaut.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Who reads which partition, and who keeps a standby copy, in the words of all instances. */
final class Shares {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Instance> instances;
    private final HttpClient http = HttpClient.newHttpClient();

    Shares(List<Instance> instances) {
        this.instances = instances;
    }

    boolean areReady() {
        return instances.stream().allMatch(instance -> instance.isReady(http));
    }

    /** Whether all are ready and say the same: each partition has one who reads it, and another one who could stand in. */
    boolean areSettled() {
        Set<Map<Integer, String>> views = new HashSet<>();
        for (Instance instance : instances) {
            Optional<Map<Integer, String>> view = instance.isReady(http) ? view(instance) : Optional.empty();
            if (view.isEmpty()) {
                return false;
            }
            views.add(view.get());
        }
        return views.size() == 1;
    }

    /** Whether the others say that each partition is read by somebody else than that one. */
    boolean haveTakenOverFrom(Instance silent) {
        return instances.stream()
                .filter(instance -> instance != silent)
                .allMatch(instance -> saysOthersHaveAll(instance, silent));
    }

    private boolean saysOthersHaveAll(Instance asked, Instance silent) {
        for (int i = 0; i < OrderWriter.STILL; i++) {
            String owner = key(asked, OrderWriter.still(i))
                    .map(key -> key.path("owner").asText(""))
                    .orElse("");
            if (owner.isEmpty() || owner.endsWith(":" + silent.port())) {
                return false;
            }
        }
        return true;
    }

    private Optional<Map<Integer, String>> view(Instance instance) {
        Map<Integer, String> byPartition = new TreeMap<>();
        int count = 1;
        for (int i = 0; byPartition.size() < count && i < OrderWriter.STILL; i++) {
            Optional<JsonNode> found = key(instance, OrderWriter.still(i));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            JsonNode key = found.get();
            if (key.path("owner").isNull() || key.path("standbys").size() != 1) {
                return Optional.empty();
            }
            count = key.path("partition_count").intValue();
            byPartition.put(
                    key.path("partition").intValue(),
                    key.path("owner").textValue() + " and "
                            + key.at("/standbys/0").textValue());
        }
        return byPartition.size() == count ? Optional.of(byPartition) : Optional.empty();
    }

    private Optional<JsonNode> key(Instance instance, String key) {
        try {
            String path = "/v1/tables/dwd_order_item/key?item_id=I01&order_id=" + key;
            return Optional.of(JSON.readTree(instance.get(http, path)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
