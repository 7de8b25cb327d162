package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class CoordinatorProbeTest {

    /** As Kafka finds the coordinator of an id. */
    private static int coordinator(String id, int coordinators) {
        return Utils.abs(id.hashCode()) % coordinators;
    }

    @Test
    void ids_meetEveryCoordinator() {
        List<String> ids = CoordinatorProbe.ids();

        assertThat(IntStream.rangeClosed(1, CoordinatorProbe.COORDINATORS))
                .allSatisfy(coordinators -> assertThat(ids.stream()
                                .map(id -> coordinator(id, coordinators))
                                .collect(Collectors.toSet()))
                        .as("%d coordinators, ids from %s on", coordinators, ids.get(0))
                        .hasSize(coordinators));
    }

    @Test
    void ids_areNewEachTime() {
        assertThat(CoordinatorProbe.ids()).doesNotContainAnyElementsOf(CoordinatorProbe.ids());
    }
}
