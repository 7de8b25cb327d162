package io.keyfold.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * A plain RocksDB for each partition, with the memory that ours has by default: a cache of 192 MiB of which 64 MiB are write
 * buffers of 16 MiB; LZ4 and filters of 10 bits as ours, else RocksDB's defaults. For one thread.
 */
final class RocksTables implements AutoCloseable {

    private static final long CACHE_BYTES = 192L << 20;
    private static final long WRITE_BUFFERS_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 16L << 20;
    private static final double FILTER_BITS = 10;

    private final Cache cache = new LRUCache(CACHE_BYTES);
    private final WriteBufferManager writeBuffers = new WriteBufferManager(WRITE_BUFFERS_BYTES, cache);
    private final BloomFilter filter = new BloomFilter(FILTER_BITS);
    private final Options options = new Options();
    private final WriteOptions withoutLog = new WriteOptions().setDisableWAL(true);
    private final List<RocksDB> partitions = new ArrayList<>();

    private RocksTables() {
        options.setCreateIfMissing(true)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setWriteBufferManager(writeBuffers)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setFilterPolicy(filter)
                        .setCacheIndexAndFilterBlocks(true));
    }

    static RocksTables open(Path directory, int partitions) throws RocksDBException {
        RocksDB.loadLibrary();
        RocksTables tables = new RocksTables();
        for (int partition = 0; partition < partitions; partition++) {
            tables.partitions.add(RocksDB.open(
                    tables.options, directory.resolve("rocksdb-" + partition).toString()));
        }
        return tables;
    }

    void write(int partition, List<TopicCopy.Entry> entries) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            for (TopicCopy.Entry entry : entries) {
                if (entry.value() == null) {
                    batch.delete(entry.key());
                } else {
                    batch.put(entry.key(), entry.value());
                }
            }
            partitions.get(partition).write(withoutLog, batch);
        }
    }

    void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            for (RocksDB partition : partitions) {
                partition.flush(flush);
            }
        }
    }

    long count() {
        long rows = 0;
        for (RocksDB partition : partitions) {
            try (RocksIterator all = partition.newIterator()) {
                for (all.seekToFirst(); all.isValid(); all.next()) {
                    rows++;
                }
            }
        }
        return rows;
    }

    /** {@return the values of a key in all partitions: one, or none} */
    List<byte[]> values(byte[] key) throws RocksDBException {
        List<byte[]> values = new ArrayList<>();
        for (RocksDB partition : partitions) {
            byte[] value = partition.get(key);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    @Override
    public void close() {
        partitions.forEach(RocksDB::close);
        options.close();
        withoutLog.close();
        filter.close();
        writeBuffers.close();
        cache.close();
    }
}
