package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Sends bad records to the dead-letter topic through Kafka Streams' own producer, in the transaction that moves the
 * position, and goes on. Any other exception stops the thread. Public because Kafka Streams makes it by name; not to
 * be called.
 *
 * <p>A dead letter has the record's key, value, headers and timestamp, and these headers, all text:
 *
 * <pre>
 * keyfold.table      the table                      keyfold.reason    the reason's code, such as not-json
 * keyfold.topic      where the record lies          keyfold.detail    the reason in words
 * keyfold.partition                                 keyfold.part      key or value: which of them is bad
 * keyfold.offset                                    keyfold.at-byte   where in it, 0-based; absent if not at one place
 * keyfold.timestamp  in ms
 * </pre>
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private @Nullable TableTask task;

    /** Made by Kafka Streams. */
    public DeadLetterHandler() {}

    @Override
    public void configure(Map<String, ?> configs) {
        task = TableTask.from(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        TableTask table = task;
        if (table == null || !(exception instanceof BadRecordException bad)) {
            return Response.fail();
        }
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                table.settings().deadLetterTopic(),
                null,
                context.timestamp() < 0 ? null : context.timestamp(),
                context.sourceRawKey(),
                context.sourceRawValue(),
                headers(table, context, bad));
        return Response.resume(List.of(letter));
    }

    private static Headers headers(TableTask table, ErrorHandlerContext context, BadRecordException bad) {
        Headers headers = new RecordHeaders();
        for (Header header : context.headers()) {
            headers.add(header);
        }
        add(headers, "keyfold.table", table.contract().name());
        add(headers, "keyfold.topic", context.topic());
        add(headers, "keyfold.partition", context.partition());
        add(headers, "keyfold.offset", context.offset());
        add(headers, "keyfold.timestamp", context.timestamp());
        add(headers, "keyfold.part", bad.part());
        add(headers, "keyfold.reason", bad.why().reason().code());
        add(headers, "keyfold.detail", bad.why().detail());
        if (bad.why().atByte() >= 0) {
            add(headers, "keyfold.at-byte", bad.why().atByte());
        }
        return headers;
    }

    private static void add(Headers headers, String name, Object value) {
        headers.add(name, value.toString().getBytes(UTF_8));
    }
}
