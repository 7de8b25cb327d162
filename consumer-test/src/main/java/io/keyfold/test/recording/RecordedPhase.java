package io.keyfold.test.recording;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the broker said at one moment of a run.
 *
 * @param highWatermarks by partition, exclusive
 * @param lastStableOffsets by partition, exclusive
 * @param open the transactions that had written and were neither committed nor aborted, one entry for each partition
 */
record RecordedPhase(
        String name,
        Map<Integer, Long> highWatermarks,
        Map<Integer, Long> lastStableOffsets,
        List<OpenTransaction> open) {

    /**
     * One open transaction in one partition: it began there at this offset and had written so many records.
     *
     * <p>The broker told the last sequence number of the producer. Sequences begin at 0 with each epoch, and the
     * recorded producers had written nothing else in theirs.
     */
    record OpenTransaction(String transactionalId, int partition, long startOffset, int records) {}

    RecordedPhase {
        highWatermarks = Map.copyOf(highWatermarks);
        lastStableOffsets = Map.copyOf(lastStableOffsets);
        open = List.copyOf(open);
    }

    /** {@return the phase that a meta file describes under this name} */
    static RecordedPhase parse(String name, JsonNode phase) {
        return parse(name, phase.required("offsets"), openTransactions(phase.required("transactions")));
    }

    /** {@return the phase after everything, at which no transaction is open} */
    static RecordedPhase end(JsonNode partitions) {
        return parse(Recording.END, partitions, List.of());
    }

    /** {@return whether the record was in the log} */
    boolean isWritten(RecordedRecord record) {
        return record.offset() < highWatermarks.getOrDefault(record.partition(), 0L);
    }

    /** {@return whether the record's transaction, and every earlier one of its partition, was decided} */
    boolean isStable(RecordedRecord record) {
        return record.offset() < lastStableOffsets.getOrDefault(record.partition(), 0L);
    }

    private static RecordedPhase parse(String name, JsonNode offsets, List<OpenTransaction> open) {
        Map<Integer, Long> highWatermarks = new HashMap<>();
        Map<Integer, Long> lastStableOffsets = new HashMap<>();
        for (JsonNode offset : offsets) {
            int partition = offset.required("partition").intValue();
            highWatermarks.put(partition, offset.required("highWatermark").longValue());
            lastStableOffsets.put(partition, offset.required("lastStableOffset").longValue());
        }
        return new RecordedPhase(name, highWatermarks, lastStableOffsets, open);
    }

    private static List<OpenTransaction> openTransactions(JsonNode transactions) {
        Map<Long, String> transactionalIds = new HashMap<>();
        for (JsonNode transaction : transactions.required("listAndDescribeTransactions")) {
            transactionalIds.put(
                    transaction.required("producerId").longValue(),
                    transaction.required("transactionalId").textValue());
        }
        List<OpenTransaction> open = new ArrayList<>();
        for (JsonNode producer : transactions.required("describeProducers")) {
            JsonNode start = producer.required("currentTransactionStartOffset");
            String transactionalId =
                    transactionalIds.get(producer.required("producerId").longValue());
            if (!start.isNull() && transactionalId != null) {
                open.add(new OpenTransaction(
                        transactionalId,
                        partition(producer.required("topicPartition").textValue()),
                        start.longValue(),
                        producer.required("lastSequence").intValue() + 1));
            }
        }
        return open;
    }

    private static int partition(String topicPartition) {
        return Integer.parseInt(topicPartition.substring(topicPartition.lastIndexOf('-') + 1));
    }
}
