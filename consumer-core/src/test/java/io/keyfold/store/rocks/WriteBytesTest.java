package io.keyfold.store.rocks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class WriteBytesTest {

    private static final int ROUNDS = 200;
    private static final int FAMILIES = 200; // a number of two bytes among them
    private static final int[] LENGTHS = {0, 1, 127, 128, 129, 16_383, 16_384, 70_000};

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Write(int family, byte[] key, byte @Nullable [] value) {}

    @Test
    @SuppressWarnings("try") // the database is open for its families
    void toBytes_anyWrites_areAsRocksDbHasThem(@TempDir Path directory) throws RocksDBException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("WriteBytesTest seed " + seed);
        Random random = new Random(seed);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
                RocksDB database = RocksDB.open(options, directory.toString(), descriptors(), handles)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Write> writes = writes(random);
                assertThat(ours(writes)).as("seed %s round %s", seed, round).isEqualTo(theirs(writes, handles));
            }
            handles.forEach(ColumnFamilyHandle::close);
        }
    }

    private static List<ColumnFamilyDescriptor> descriptors() {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY));
        while (families.size() < FAMILIES) {
            families.add(new ColumnFamilyDescriptor(("f" + families.size()).getBytes(US_ASCII)));
        }
        return families;
    }

    private static List<Write> writes(Random random) {
        List<Write> writes = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            int family = random.nextBoolean() ? random.nextInt(3) : random.nextInt(FAMILIES);
            writes.add(new Write(family, bytes(random), random.nextInt(4) == 0 ? null : bytes(random)));
        }
        return writes;
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[LENGTHS[random.nextInt(LENGTHS.length)]];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] ours(List<Write> writes) {
        LoadBatch batch = new LoadBatch();
        for (Write write : writes) {
            if (write.value == null) {
                batch.delete(Family.ROWS, write.key);
            } else {
                batch.put(Family.ROWS, write.key, write.value);
            }
        }
        WriteBytes bytes = new WriteBytes(batch.mostBytes());
        writes.forEach(write -> bytes.add(write.family, write.key, write.value));
        return bytes.toBytes();
    }

    private static byte[] theirs(List<Write> writes, List<ColumnFamilyHandle> handles) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            for (Write write : writes) {
                if (write.value == null) {
                    batch.delete(handles.get(write.family), write.key);
                } else {
                    batch.put(handles.get(write.family), write.key, write.value);
                }
            }
            return batch.data();
        }
    }
}
