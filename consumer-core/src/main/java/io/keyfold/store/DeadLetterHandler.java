package io.keyfold.store;

import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Sends bad records to the dead-letter topic through Kafka Streams' own producer, in the transaction that moves the
 * position, and goes on. Any other exception stops the thread. Public because Kafka Streams makes it by name; not to
 * be called.
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private @Nullable TableTask task;
    private MessageLimits limits = MessageLimits.KAFKA_DEFAULTS;

    /** Made by Kafka Streams. */
    public DeadLetterHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        task = TableTask.from(configs);
        limits = MessageLimits.from(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        TableTask table = task;
        if (table == null || !(exception instanceof BadRecordException bad)) {
            return Response.fail();
        }
        return Response.resume(List.of(DeadLetter.of(table, limits.deadLetterBytes(), context, bad)));
    }
}
