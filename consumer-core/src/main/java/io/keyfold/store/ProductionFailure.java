package io.keyfold.store;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/**
 * Ends the thread whose record could not be written. Kafka Streams' own handler has it try again by throwing the local
 * copy away, which is whole. Public because Kafka Streams makes it by name; not to be called.
 */
public final class ProductionFailure implements ProductionExceptionHandler {

    private Set<String> deadLetterTopics = Set.of();

    /** Made by Kafka Streams. */
    public ProductionFailure() {}

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetterTopics = TableRuns.from(configs).all().stream()
                .flatMap(run -> run.task().settings().deadLetters().topic().stream())
                .collect(Collectors.toSet());
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        if (deadLetterTopics.contains(record.topic())) {
            throw new DeadLetterException(record.topic(), exception);
        }
        return Response.fail();
    }
}
