package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.ValueCheck;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * Looks up whether a local copy has a row for every value that a scan meets. The copy must have been read as far as the scan goes;
 * what lies behind may have removed a row, and is looked at afterwards. One thread.
 */
final class FullCheck {

    /** A fault takes some dozens of bytes until a later record of its key takes it back. */
    private static final int MOST_KEPT = 1_000_000;

    private enum Fault {
        MISSING,
        OLDER
    }

    private final TableTask task;
    private final LocalCopy copy;
    private final Map<Long, Fault> faults = new HashMap<>();
    private boolean overfull;

    FullCheck(TableTask task, LocalCopy copy) {
        this.task = task;
        this.copy = copy;
    }

    /** A record that is in the copy, or that a later one has replaced there. */
    void see(ConsumerRecord<byte[], byte[]> record) {
        if (!(task.keys().decode(record.key()) instanceof DecodedKey.Good key)) {
            return;
        }
        faults.remove(hash(key));
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
            faults.remove(hash(key));
        }
    }

    private void note(DecodedKey.Good key, Fault fault) {
        if (faults.size() < MOST_KEPT) {
            faults.put(hash(key), fault);
        } else {
            overfull = true;
        }
    }

    /** Two keys that have the same hide a fault, one in many billions of times. */
    private static long hash(DecodedKey.Good key) {
        byte[] bytes = key.storageKey();
        return ((long) Utils.murmur2(bytes) << Integer.SIZE) ^ Arrays.hashCode(bytes);
    }

    /** Whether there were more faults than are kept, so that nothing is proven. */
    boolean isOverfull() {
        return overfull;
    }

    /** Values without a row. */
    long missing() {
        return count(Fault.MISSING);
    }

    /** Values whose row is older. */
    long older() {
        return count(Fault.OLDER);
    }

    private long count(Fault fault) {
        return faults.values().stream().filter(fault::equals).count();
    }
}
