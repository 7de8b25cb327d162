package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.ValueCheck;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Looks up whether a local copy has a row for every value that a scan meets. The copy must have been read as far as the scan goes;
 * what lies behind may have removed a row, and is looked at afterwards. One thread.
 */
final class FullCheck {

    /** So many faults are looked at again; of more, each counts as it is met. */
    private static final int MOST_KEPT = 10_000;

    private enum Fault {
        MISSING,
        OLDER
    }

    private final TableTask task;
    private final LocalCopy copy;
    private final Map<ByteBuffer, Fault> faults = new HashMap<>();
    private long missing;
    private long older;

    FullCheck(TableTask task, LocalCopy copy) {
        this.task = task;
        this.copy = copy;
    }

    /** A record that is in the copy, or that a later one has replaced there. */
    void see(ConsumerRecord<byte[], byte[]> record) {
        if (!(task.keys().decode(record.key()) instanceof DecodedKey.Good key)) {
            return;
        }
        faults.remove(ByteBuffer.wrap(key.storageKey()));
        byte[] value = record.value();
        if (value == null || task.values().check(key, value, 0, value.length) instanceof ValueCheck.Bad) {
            return;
        }
        byte[] row = copy.find(key.storageKey());
        if (row == null || !StoredRowCodec.isRow(row)) {
            note(key, Fault.MISSING);
        } else if (StoredRowCodec.offset(row) < record.offset()) {
            note(key, Fault.OLDER);
        }
    }

    /** A record behind those: whatever it did to its key's row, that says nothing of the ones before. */
    void seeLater(ConsumerRecord<byte[], byte[]> record) {
        if (task.keys().decode(record.key()) instanceof DecodedKey.Good key) {
            faults.remove(ByteBuffer.wrap(key.storageKey()));
        }
    }

    private void note(DecodedKey.Good key, Fault fault) {
        if (faults.size() < MOST_KEPT) {
            faults.put(ByteBuffer.wrap(key.storageKey()), fault);
        } else if (fault == Fault.MISSING) {
            missing++;
        } else {
            older++;
        }
    }

    /** Values without a row. */
    long missing() {
        return missing + count(Fault.MISSING);
    }

    /** Values whose row is older. */
    long older() {
        return older + count(Fault.OLDER);
    }

    private long count(Fault fault) {
        return faults.values().stream().filter(fault::equals).count();
    }
}
