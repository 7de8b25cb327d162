package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Which instances have which partitions of a table, as the group last told it.
 *
 * @param active by partition, who reads it
 * @param standbys by partition, who keeps a standby copy
 */
record OwnersView(Map<Integer, PeerAddress> active, Map<Integer, List<PeerAddress>> standbys) {

    static final OwnersView UNKNOWN = new OwnersView(Map.of(), Map.of());

    static OwnersView of(Collection<StreamsMetadata> instances, String topic) {
        Map<Integer, PeerAddress> active = new HashMap<>();
        Map<Integer, List<PeerAddress>> standbys = new HashMap<>();
        for (StreamsMetadata instance : instances) {
            HostInfo host = instance.hostInfo();
            if (host.equals(HostInfo.unavailable())) {
                continue;
            }
            Optional<PeerAddress> told = address(host);
            if (told.isEmpty()) {
                continue;
            }
            PeerAddress address = told.get();
            partitions(instance.topicPartitions(), topic).forEach(partition -> active.put(partition, address));
            partitions(instance.standbyTopicPartitions(), topic)
                    .forEach(partition -> standbys.computeIfAbsent(partition, p -> new ArrayList<>())
                            .add(address));
        }
        return new OwnersView(active, standbys);
    }

    /** Empty where a member of the group says what is none. */
    static Optional<PeerAddress> address(HostInfo host) {
        try {
            return Optional.of(new PeerAddress(host.host(), host.port()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Set<Integer> partitions(Set<TopicPartition> all, String topic) {
        Set<Integer> partitions = new HashSet<>();
        all.stream()
                .filter(partition -> partition.topic().equals(topic))
                .forEach(partition -> partitions.add(partition.partition()));
        return partitions;
    }

    PartitionOwners of(int partition, boolean isHere) {
        return new PartitionOwners(
                isHere, Optional.ofNullable(active.get(partition)), standbys.getOrDefault(partition, List.of()));
    }

    Set<PeerAddress> addresses() {
        Set<PeerAddress> all = new HashSet<>(active.values());
        standbys.values().forEach(all::addAll);
        return all;
    }
}
