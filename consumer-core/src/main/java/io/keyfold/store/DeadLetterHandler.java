package io.keyfold.store;

import java.util.Map;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Sends bad records to the dead-letter topic through Kafka Streams' own producer, confirmed before the position moves, or
 * writes them to files; then goes on. Any other exception stops the thread. Public because Kafka Streams makes it by name;
 * not to be called.
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private @Nullable TableRuns runs;

    /** Made by Kafka Streams. */
    public DeadLetterHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        runs = TableRuns.from(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        TableRuns tables = runs;
        if (tables == null || !(exception instanceof BadRecordException bad)) {
            return Response.fail();
        }
        try {
            return Response.resume(tables.of(bad.task()).deadLetters().live(DeadLetterSource.of(context), bad));
        } catch (DeadLetterException e) {
            bad.unwritten(e); // thrown from here Kafka Streams would log it at each try, with all its stacks
            return Response.fail();
        }
    }
}
