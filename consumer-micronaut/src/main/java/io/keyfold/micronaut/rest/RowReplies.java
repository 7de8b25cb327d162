package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.UpsertTable;
import io.keyfold.micronaut.health.StaleReply;
import io.keyfold.micronaut.health.StandbyReply;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes replies from the rows of one table.
 *
 * @param table the table
 * @param rowsPath the URL path of its rows, without a slash at its end
 */
record RowReplies(UpsertTable<RowJson> table, String rowsPath) {

    private static final JsonFactory JSON = new JsonFactory();

    RowReply row(Row<RowJson> row, RowView view) {
        String keyJson = table.canonicalKeyJson(row.key());
        return new RowReply(
                view.key(keyJson),
                view.value(table, row),
                view.masked(),
                row.position(),
                row.timestamp().map(Instant::toString).orElse(null),
                row.mark().orElse(null),
                row.stale().map(StaleReply::of).orElse(null),
                row.waiting().map(WaitingReply::of).orElse(null),
                row.standby().map(StandbyReply::of).orElse(null),
                self(row.key(), keyJson, view));
    }

    List<RowReply> rows(List<Row<RowJson>> rows, RowView view) {
        return rows.stream().map(row -> row(row, view)).toList();
    }

    /** {@return the link to a row of that key; null where the view hides some of it} */
    @Nullable
    String self(RowKey key, RowView view) {
        return self(key, table.canonicalKeyJson(key), view);
    }

    private @Nullable String self(RowKey key, String keyJson, RowView view) {
        return view.hidesAny(table.contract().keyColumns()) ? null : self(texts(key, keyJson));
    }

    /** {@return the texts that ask for a key} */
    List<String> texts(RowKey key) {
        return texts(key, table.canonicalKeyJson(key));
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

    /** Of plain values their own texts; of others what the key's JSON has. */
    private static List<String> texts(RowKey key, String keyJson) {
        List<String> texts = new ArrayList<>(key.values().size());
        for (Object value : key.values()) {
            if (value instanceof String text) {
                texts.add(text);
            } else if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
                texts.add(value.toString());
            } else if (value instanceof BigDecimal decimal) {
                texts.add(decimal.toPlainString());
            } else {
                return keyTexts(keyJson);
            }
        }
        return texts;
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

    /** {@return what the parser stands on as JSON} */
    static String json(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }
}
