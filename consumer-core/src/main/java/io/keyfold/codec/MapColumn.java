package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.schemas.Column;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * MAP, as an unmodifiable Map in the order in which its entries came, perhaps with null values. Maps that are equal have one
 * stored form, whatever the order of their entries:
 *
 * <pre>
 * +----+--------------+----------+-------------+----+--------------+----------+-------------+--- ---+----+
 * | 02 | form of key  | 01 or 02 | form, if 02 | 02 | form of key  | 01 or 02 | form, if 02 |  ...  | 00 |
 * +----+--------------+----------+-------------+----+--------------+----------+-------------+--- ---+----+
 *  least key           its value                next key            its value
 * 01   null; 02: a value
 * </pre>
 */
final class MapColumn extends NestedColumn {

    private final PartCodec key;
    private final PartCodec value;

    MapColumn(Column column, ColumnReading reading) {
        super(column, Map.class);
        this.key = PartCodec.of(column, reading).get(0);
        this.value = PartCodec.of(column, reading).get(1);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw misfit(parser.currentToken());
        }
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = (String) key.codec().canonical(parser.currentName());
            if (entries.containsKey(name)) {
                throw twice(parser.currentLocation().getByteOffset());
            }
            parser.nextToken();
            entries.put(name, value.read(parser));
        }
        return Collections.unmodifiableMap(entries);
    }

    private Misfit twice(long atByte) {
        return new Misfit(Reason.DUPLICATE_FIELD, "a key of column " + column().name() + " stands twice", atByte);
    }

    @Override
    void write(JsonGenerator generator, Object map) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            generator.writeFieldName((String) entry.getKey());
            value.write(generator, entry.getValue());
        }
        generator.writeEndObject();
    }

    @Override
    Object canonical(Object map) throws Misfit {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            Object given = entry.getKey();
            if (given == null) {
                throw new Misfit(Reason.NULL_COLUMN, "column " + key.path() + " is null");
            }
            String name = (String) key.codec().check(given);
            if (entries.containsKey(name)) {
                throw twice(-1);
            }
            entries.put(name, value.check(entry.getValue()));
        }
        return Collections.unmodifiableMap(entries);
    }

    @Override
    void store(Object map, StorageKeyWriter out) {
        Map<byte[], @Nullable Object> byForm = new TreeMap<>(Arrays::compareUnsigned);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
            StorageKeyWriter form = new StorageKeyWriter();
            key.store(entry.getKey(), form);
            byForm.put(form.toBytes(), entry.getValue());
        }
        byForm.forEach((form, one) -> {
            out.bytes(form);
            value.store(one, out);
        });
        out.tag(PartCodec.END);
    }

    @Override
    Object load(StorageKeyReader in) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        while (in.tag() != PartCodec.END) {
            String name = (String) key.codec().load(in);
            entries.put(name, value.load(in));
        }
        return Collections.unmodifiableMap(entries);
    }

    @Override
    void skip(StorageKeyReader in) {
        while (in.tag() != PartCodec.END) {
            key.codec().skip(in);
            value.skip(in);
        }
    }
}
