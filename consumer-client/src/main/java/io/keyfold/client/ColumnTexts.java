package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RowFormat;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table's keys and column values, to and from the texts that URLs and replies have. Safe for many threads. */
final class ColumnTexts {

    private final TableContract contract;
    private final KeyCodec keys;
    private final RowFormat keyFormat;
    private final RowFormat format;

    ColumnTexts(TableContract contract) {
        this.contract = contract;
        this.keys = KeyCodec.of(contract);
        this.keyFormat = RowFormat.of(writtenAsTheKey(contract));
        this.format = RowFormat.of(contract);
    }

    /** Key and value may have other formats of times: a key column's text is that of the key. */
    private static TableContract writtenAsTheKey(TableContract contract) {
        return new TableContract(
                contract.name(),
                contract.topic(),
                contract.keyColumns(),
                contract.keyPrefix(),
                contract.valueFields(),
                contract.keyJson(),
                contract.keyJson(),
                contract.columns(),
                contract.lenient(),
                contract.requirements());
    }

    TableContract contract() {
        return contract;
    }

    /** {@return the key as its columns' types have it, a decimal with its scale} */
    RowKey checked(RowKey key) {
        return keys.key(keys.storageKey(key));
    }

    /** {@return the key as a request's body has it} */
    String keyJson(RowKey key) {
        return keyFormat.keyJson(key);
    }

    /** {@return the texts of a key's columns, in the contract's order} */
    List<String> texts(RowKey key) {
        return texts(JsonSlice.of(keyJson(key).getBytes(UTF_8)));
    }

    private List<String> texts(JsonSlice key) {
        Map<String, JsonSlice> members = key.members();
        List<String> texts = new ArrayList<>();
        for (String column : contract.keyColumns()) {
            JsonSlice value = members.get(column);
            if (value == null || value.isNull()) {
                throw new IllegalArgumentException(
                        "key column " + column + " is missing, or this caller may not see it");
            }
            texts.add(value.text());
        }
        return texts;
    }

    /** {@return the key that a reply has} */
    RowKey key(JsonSlice key) {
        return new RowKey(keys.parse(texts(key)));
    }

    /** Whether a reply's key is that one, as far as it is told: a column that the caller may not see is null. */
    boolean isKey(JsonSlice reply, RowKey key) {
        Map<String, JsonSlice> members = reply.members();
        List<String> asked = texts(key);
        for (int i = 0; i < asked.size(); i++) {
            String column = contract.keyColumns().get(i);
            JsonSlice told = members.get(column);
            if (told == null) {
                return false;
            }
            if (!told.isNull()
                    && !keyText(column, keyFormat.value(column, told.text())).equals(asked.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** {@return the text of a key column's value} */
    String keyText(String column, Object value) {
        return text(keyFormat.json(column, value));
    }

    /** {@return the text of a column's value} */
    String text(String column, Object value) {
        return text(format.json(column, value));
    }

    private static String text(String json) {
        return JsonSlice.of(json.getBytes(UTF_8)).text();
    }

    /** {@return the value of a column's text} */
    Object value(String column, String text) {
        return format.value(column, text);
    }
}
