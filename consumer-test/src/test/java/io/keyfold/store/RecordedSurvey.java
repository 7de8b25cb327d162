package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.store.TransactionDoctor.Bounds;
import io.keyfold.store.TransactionEvidence.Told;
import io.keyfold.test.recording.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/** What leaders and coordinators said at one moment while Flink ran. */
final class RecordedSurvey implements TransactionSurvey {

    private final JsonNode offsets;
    private final JsonNode listed;
    private final JsonNode producers;
    private final String topic;

    private RecordedSurvey(JsonNode phase) {
        this.offsets = phase.required("offsets");
        this.listed = phase.required("transactions").required("listAndDescribeTransactions");
        this.producers = phase.required("transactions").required("describeProducers");
        this.topic = partition(producers.required(0).required("topicPartition").asText())
                .topic();
    }

    static RecordedSurvey of(String recording, String phase) {
        String file = "/io/keyfold/test/flink/" + recording + ".meta.json";
        try (InputStream meta = requireNonNull(Recording.class.getResourceAsStream(file))) {
            return new RecordedSurvey(new ObjectMapper().readTree(meta).required(phase));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<TopicPartition, Bounds> bounds() {
        Map<TopicPartition, Bounds> bounds = new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
        offsets.forEach(one -> bounds.put(
                new TopicPartition(topic, one.required("partition").asInt()),
                new Bounds(
                        one.required("lastStableOffset").asLong(),
                        one.required("highWatermark").asLong())));
        return bounds;
    }

    /** When the last of the transactions began. */
    Instant lastBegun() {
        long last = 0;
        for (JsonNode one : listed) {
            last = Math.max(last, one.required("transactionStartTimeMs").asLong());
        }
        return Instant.ofEpochMilli(last);
    }

    @Override
    public Map<TopicPartition, Open> open(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Open> open = new HashMap<>();
        for (TopicPartition partition : partitions) {
            List<ProducerState> here = new ArrayList<>();
            for (JsonNode one : producers) {
                JsonNode start = one.required("currentTransactionStartOffset");
                if (!start.isNull()
                        && partition(one.required("topicPartition").asText()).equals(partition)) {
                    here.add(new ProducerState(
                            one.required("producerId").asLong(),
                            one.required("producerEpoch").asInt(),
                            one.required("lastSequence").asInt(),
                            0,
                            OptionalInt.empty(),
                            OptionalLong.of(start.asLong())));
                }
            }
            here.sort(Comparator.comparingLong(
                    producer -> producer.currentTransactionStartOffset().orElseThrow()));
            open.put(partition, new Open(here, Optional.empty()));
        }
        return open;
    }

    @Override
    public Map<Long, Told> coordinators(Collection<Long> producerIds) {
        Map<Long, Told> told = new HashMap<>();
        producerIds.forEach(id -> told.put(id, new Told.Nobody()));
        listed.forEach(one -> told.put(
                one.required("producerId").asLong(),
                new Told.Known(one.required("transactionalId").asText(), description(one))));
        return told;
    }

    private static TransactionDescription description(JsonNode one) {
        Set<TopicPartition> partitions = new HashSet<>();
        one.required("topicPartitions").forEach(partition -> partitions.add(partition(partition.asText())));
        JsonNode start = one.required("transactionStartTimeMs");
        return new TransactionDescription(
                0,
                TransactionState.parse(one.required("state").asText()),
                one.required("producerId").asLong(),
                one.required("producerEpoch").asInt(),
                one.required("transactionTimeoutMs").asLong(),
                start.isNull() ? OptionalLong.empty() : OptionalLong.of(start.asLong()),
                partitions);
    }

    @Override
    public Optional<Duration> longestTimeout() {
        return Optional.of(Duration.ofMinutes(15));
    }

    private static TopicPartition partition(String text) {
        int dash = text.lastIndexOf('-');
        return new TopicPartition(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1)));
    }
}
