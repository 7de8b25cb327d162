package io.keyfold.test.recording;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a real Flink 2.2.1 upsert-kafka sink wrote in one run: the records of its topics, the SQL that was run, and what
 * the broker said about offsets and transactions. Immutable; may be used from any thread.
 *
 * <p>A recording holds the whole log of each topic, also records of aborted transactions. Those of {@code case11*}
 * alone were written by hand, as probes for Flink's upsert-kafka source. {@link #phases()} are the
 * moments at which the broker was asked while Flink ran; {@link #END} is the last, for every recording.
 */
public final class Recording {

    /** The phase after everything that was recorded. */
    public static final String END = "end";

    private static final String DIRECTORY = "/io/keyfold/test/flink/";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String name;
    private final Map<String, RecordedTopic> topics;
    private final List<RecordedRecord> records;

    private Recording(String name, Map<String, RecordedTopic> topics, List<RecordedRecord> records) {
        this.name = name;
        this.topics = topics;
        this.records = List.copyOf(records);
    }

    /** {@return the names of all recordings} */
    public static List<String> names() {
        return read("index.txt").lines().toList();
    }

    /**
     * {@return the recording of this name, for example {@code case1b-insert-update-delete-pk-known}}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Recording named(String name) {
        requireNonNull(name, "name");
        if (!names().contains(name)) {
            throw new IllegalArgumentException("name: " + name + " (expected: one of " + names() + ")");
        }
        try {
            JsonNode meta = MAPPER.readTree(read(name + ".meta.json"));
            List<RecordedRecord> records = new ArrayList<>();
            for (String line : read(name + ".jsonl").lines().toList()) {
                records.add(RecordedRecord.parse(MAPPER.readTree(line)));
            }
            return new Recording(name, RecordedTopic.parseAll(meta), records);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read recording " + name + ": " + failure.getMessage(), failure);
        }
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /** {@return the names of its topics, in the order of the run; one without records is among them} */
    public List<String> topics() {
        return List.copyOf(topics.keySet());
    }

    /**
     * {@return the name of its only topic}
     *
     * @throws IllegalStateException if it has several
     */
    public String topic() {
        if (topics().size() != 1) {
            throw new IllegalStateException("Cannot tell the topic of " + name + ": it has " + topics());
        }
        return topics().get(0);
    }

    /**
     * {@return how many partitions the topic had; a topic that it is played to needs as many}
     *
     * @param topic one of {@link #topics()}
     * @throws IllegalArgumentException if it has no such topic
     */
    public int partitions(String topic) {
        return requireTopic(topic).partitions();
    }

    /**
     * {@return the records of the topic, partition by partition and in the order of their offsets}
     *
     * @param topic one of {@link #topics()}
     * @throws IllegalArgumentException if it has no such topic
     */
    public List<RecordedRecord> records(String topic) {
        requireTopic(topic);
        return records.stream().filter(record -> record.topic().equals(topic)).toList();
    }

    /** {@return the SQL that was run, with the planner's explanation and errors as comments} */
    public String sql() {
        return read(name + ".sql");
    }

    /**
     * {@return the rows that Flink's own upsert-kafka source read back, by column; a decimal and a timestamp are
     * strings, an SQL NULL is a null in the map}
     *
     * @throws IllegalStateException if none were recorded
     */
    public List<Map<String, @Nullable Object>> expectedRows() {
        if (Recording.class.getResource(DIRECTORY + name + ".expected.json") == null) {
            throw new IllegalStateException("Cannot read the expected rows of " + name + ": none were recorded");
        }
        try {
            JsonNode rows = MAPPER.readTree(read(name + ".expected.json")).required("rows");
            List<Map<String, @Nullable Object>> expected = MAPPER.convertValue(rows, new TypeReference<>() {});
            return expected.stream().map(Collections::unmodifiableMap).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read the expected rows of " + name + ": " + failure, failure);
        }
    }

    /** {@return the moments of which it is known what a reader saw, in order; {@link #END} is the last} */
    public List<String> phases() {
        return topics.values().iterator().next().phases().stream()
                .map(RecordedPhase::name)
                .toList();
    }

    /**
     * {@return the records of the topic that a read_committed reader saw at the phase: committed, and before the last
     * stable offset of their partition}
     *
     * @param topic one of {@link #topics()}
     * @param phase one of {@link #phases()}
     * @throws IllegalArgumentException if it has no such topic or phase
     */
    public List<RecordedRecord> visibleToReadCommitted(String topic, String phase) {
        requireNonNull(phase, "phase");
        return fates(topic).visibleAt(requireTopic(topic).phase(phase));
    }

    /**
     * Plays all records of the topic, outside transactions, and returns when the broker has them.
     *
     * @param bootstrapServers the broker's address
     * @param recordedTopic one of {@link #topics()}
     * @param realTopic the topic to write to, with at least as many partitions
     * @return what was played, in order
     * @throws IllegalArgumentException if the recording has no such topic, or the real one has too few partitions
     * @throws IllegalStateException if the broker does not take the records
     */
    public List<PlayedRecord> playTo(String bootstrapServers, String recordedTopic, String realTopic) {
        try (RecordingPlayer player = player(bootstrapServers, recordedTopic, realTopic)) {
            return player.playRest();
        }
    }

    /**
     * {@return a player of the topic's records, for playing them step by step}
     *
     * @param bootstrapServers the broker's address
     * @param recordedTopic one of {@link #topics()}
     * @param realTopic the topic to write to, with at least as many partitions
     * @throws IllegalArgumentException if the recording has no such topic, or the real one has too few partitions
     * @throws IllegalStateException if the broker does not answer or has no such topic
     */
    public RecordingPlayer player(String bootstrapServers, String recordedTopic, String realTopic) {
        ReplayTarget target = target(bootstrapServers, recordedTopic, realTopic);
        return new RecordingPlayer(target, records(recordedTopic));
    }

    /**
     * Plays the topic in transactions up to the phase, so that a read_committed reader of the real topic sees what it
     * saw then; transactions that were open then are open in the returned replay.
     *
     * @param bootstrapServers the broker's address
     * @param recordedTopic one of {@link #topics()}
     * @param realTopic the topic to write to, with at least as many partitions
     * @param phase one of {@link #phases()}
     * @return the replay, which can be advanced to later phases
     * @throws IllegalArgumentException if the recording has no such topic or phase, or the real topic has too few
     *     partitions
     * @throws IllegalStateException if the broker does not take the records
     */
    public TransactionReplay playTransactions(
            String bootstrapServers, String recordedTopic, String realTopic, String phase) {
        requireNonNull(phase, "phase");
        requireTopic(recordedTopic).phase(phase);
        ReplayTarget target = target(bootstrapServers, recordedTopic, realTopic);
        TransactionReplay replay = new TransactionReplay(target, fates(recordedTopic));
        try {
            replay.advanceTo(phase);
            return replay;
        } catch (RuntimeException failure) {
            replay.close();
            throw failure;
        }
    }

    /** {@return what became of the topic's records} */
    TransactionFates fates(String topic) {
        return new TransactionFates(requireTopic(topic), records(topic));
    }

    private ReplayTarget target(String bootstrapServers, String recordedTopic, String realTopic) {
        return ReplayTarget.of(bootstrapServers, realTopic, partitions(recordedTopic));
    }

    private RecordedTopic requireTopic(String topic) {
        RecordedTopic recorded = topics.get(requireNonNull(topic, "topic"));
        if (recorded == null) {
            throw new IllegalArgumentException("topic: " + topic + " (expected: one of " + topics() + ")");
        }
        return recorded;
    }

    private static String read(String file) {
        try (InputStream resource = Recording.class.getResourceAsStream(DIRECTORY + file)) {
            if (resource == null) {
                throw new IOException(DIRECTORY + file + " is not on the class path");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read recording: " + failure.getMessage(), failure);
        }
    }

    /** Shows its name and topics. */
    @Override
    public String toString() {
        return "Recording(" + name + ", " + topics() + ")";
    }
}
