package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.UpsertTable;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StaleReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.query.Page;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes replies from the rows of one table.
 *
 * @param table the table
 * @param rowsPath the URL path of its rows, without a slash at its end
 */
record RowReplies(UpsertTable<RowJson> table, String rowsPath) {

    private static final JsonFactory JSON = new JsonFactory();

    RowReply row(Row<RowJson> row, ValueForm values) {
        String keyJson = table.canonicalKeyJson(row.key());
        return new RowReply(
                keyJson,
                values.json(table, row),
                row.position(),
                row.timestamp().map(Instant::toString).orElse(null),
                row.mark().orElse(null),
                row.stale().map(StaleReply::of).orElse(null),
                row.waiting().map(WaitingReply::of).orElse(null),
                self(keyTexts(keyJson)));
    }

    RowsReply page(Page<RowJson> page, ValueForm values) {
        return new RowsReply(
                page.rows().stream().map(row -> row(row, values)).toList(),
                page.isComplete(),
                page.missing(),
                StalePartitionReply.of(page.stale()),
                WaitingPartitionReply.of(page.waiting()),
                page.asOf(),
                page.next().map(this::after).orElse(null));
    }

    private String after(RowKey key) {
        return KeyPath.format(keyTexts(table.canonicalKeyJson(key)));
    }

    /** The path, or where clients and proxies would not leave that alone, the query. */
    private String self(List<String> texts) {
        if (KeyPath.isSafe(texts)) {
            return rowsPath + "/" + KeyPath.format(texts);
        }
        List<String> columns = table.contract().keyColumns();
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            parameters.add(PercentEncoding.encode(columns.get(i)) + "=" + PercentEncoding.encode(texts.get(i)));
        }
        return rowsPath + "?" + String.join("&", parameters);
    }

    /** {@return the key's values as text: of an array, a map or a row its JSON} */
    private static List<String> keyTexts(String keyJson) {
        List<String> texts = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(keyJson)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                parser.nextToken();
                texts.add(parser.currentToken().isStructStart() ? json(parser) : parser.getText());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read a key that was just written", e);
        }
        return texts;
    }

    private static String json(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }
}
