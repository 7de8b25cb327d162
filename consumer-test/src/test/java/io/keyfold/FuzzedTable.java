package io.keyfold;

import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCheck;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.util.Arrays;
import java.util.Optional;

/** A table's codecs under fire: what must hold of any bytes. For one thread. */
final class FuzzedTable {

    private static final RecordPosition POSITION = new RecordPosition("t", 0, 0);
    private static final TypedOrder ORDER = new TypedOrder();

    private final TableContract contract;
    private final KeyCodec keys;
    private final ValueCodec values;
    private final ColumnsReader columns;
    private RowKey last;
    private DecodedKey.Good lastDecoded;

    /**
     * A table with a key to begin with.
     *
     * @param goodKey as it lay in its topic
     */
    FuzzedTable(TableContract contract, byte[] goodKey) {
        this.contract = contract;
        this.keys = KeyCodec.of(contract);
        this.values = ValueCodec.of(contract);
        this.columns = ColumnsReader.of(contract);
        this.lastDecoded = (DecodedKey.Good) keys.decode(goodKey);
        this.last = lastDecoded.key();
    }

    /** Whether the bytes are a good key; fails if they are one and it is not the same again from each of its forms. */
    boolean isGoodKey(byte[] bytes) {
        if (!(keys.decode(bytes) instanceof DecodedKey.Good good)) {
            return false;
        }
        RowKey key = good.key();
        check(keys.key(good.storageKey()).equals(key), "the key of its storage key is another");
        check(Arrays.equals(keys.storageKey(key), good.storageKey()), "its storage key is not that of its values");
        DecodedKey again = keys.decode(good.routingKey());
        check(
                again instanceof DecodedKey.Good same
                        && same.key().equals(key)
                        && Arrays.equals(same.routingKey(), good.routingKey()),
                "its routing key is not read as the same key");
        int typed = Integer.signum(ORDER.compareLists(last.values(), key.values()));
        int stored = Integer.signum(Arrays.compareUnsigned(keys.storageKey(last), good.storageKey()));
        check(typed == stored, "storage keys do not sort as their values do");
        check(last.equals(key) == (stored == 0), "keys that are equal have other storage keys");
        last = key;
        lastDecoded = good;
        return true;
    }

    /** Whether the bytes are a good value of the last good key; fails if they are one and it is not the same when written anew. */
    boolean isGoodValue(byte[] bytes) {
        DecodedValue decoded = values.decode(last, bytes);
        check(!(decoded instanceof DecodedValue.Tombstone), "bytes are a tombstone");
        check(
                values.check(last, bytes, 0, bytes.length) instanceof ValueCheck.Bad
                        == decoded instanceof DecodedValue.Bad,
                "the value is good and bad");
        check(
                values.check(lastDecoded, bytes, 0, bytes.length)
                        .toString()
                        .equals(values.check(last, bytes, 0, bytes.length).toString()),
                "the value is good of the key's values and bad of its bytes, or the reverse");
        if (!(decoded instanceof DecodedValue.Upsert upsert)) {
            return false;
        }
        ColumnValues row = read(upsert.json());
        byte[] written = values.encode(row.asMap());
        check(values.decode(last, written) instanceof DecodedValue.Upsert, "the value written anew is bad");
        check(read(new RowJson(written)).equals(row), "the value written anew is another");
        return true;
    }

    /** Walks thoroughly, and throws if what was taken for good is not. */
    private ColumnValues read(RowJson json) {
        return columns.read(new Row<>(last, json, POSITION, Optional.empty(), Optional.empty()))
                .value();
    }

    private void check(boolean holds, String fault) {
        if (!holds) {
            throw new AssertionError(contract.columns() + " of " + contract.topic() + ": " + fault);
        }
    }
}
