package io.keyfold.store.rocks;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/** How RocksDB keeps a table. To be closed after the database that was opened with it. */
final class DiskOptions implements AutoCloseable {

    /** Files that one table keeps open, so that 32 of them stay at 4096. They are of 64 MiB: 8 GiB a table. */
    private static final int OPEN_FILES = 128;

    /** How much of the log an opening reads again at most. */
    private static final long LOG_BYTES = 16L << 20;

    private static final long LEAST_WRITE_BUFFER_BYTES = 1L << 20;
    private static final long MOST_WRITE_BUFFER_BYTES = 32L << 20;

    /** Of a write buffer, for a filter of its keys: ten bits for each of the rows that it holds when it is full. */
    private static final double BUFFER_FILTER_SHARE = 0.005;

    /** Small: each family of each partition takes one whole with its first row. */
    private static final long ARENA_BLOCK_BYTES = 64L << 10;

    private static final double FILTER_BITS_PER_KEY = 10;
    private static final int INFO_LOGS = 2;
    private static final long INFO_LOG_BYTES = 1L << 20;

    private final BloomFilter filter = new BloomFilter(FILTER_BITS_PER_KEY);
    private final ColumnFamilyOptions family = new ColumnFamilyOptions();
    private final DBOptions database = new DBOptions();
    private final ReadOptions memoryOnly = new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER);

    DiskOptions(Cache cache, WriteBufferManager writeBuffers, long allWriteBufferBytes) {
        long ofOneFamily =
                Math.min(MOST_WRITE_BUFFER_BYTES, Math.max(LEAST_WRITE_BUFFER_BYTES, allWriteBufferBytes / 4));
        family.setTableFormatConfig(blocks(cache))
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setCompactionStyle(CompactionStyle.LEVEL)
                .setWriteBufferSize(ofOneFamily)
                .setArenaBlockSize(ARENA_BLOCK_BYTES)
                .setMemtablePrefixBloomSizeRatio(BUFFER_FILTER_SHARE)
                .setMemtableWholeKeyFiltering(true);
        database.setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setAtomicFlush(true)
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setMaxTotalWalSize(LOG_BYTES)
                .setMaxOpenFiles(OPEN_FILES)
                .setWriteBufferManager(writeBuffers)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(INFO_LOGS)
                .setMaxLogFileSize(INFO_LOG_BYTES)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    /** Indexes and filters are cut into small blocks, so that the cache can hold the part of a large file that is used. */
    private BlockBasedTableConfig blocks(Cache cache) {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setFilterPolicy(filter)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setPinTopLevelIndexAndFilter(true)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true);
    }

    DBOptions database() {
        return database;
    }

    ReadOptions memoryOnly() {
        return memoryOnly;
    }

    ColumnFamilyOptions family() {
        return family;
    }

    @Override
    public void close() {
        memoryOnly.close();
        database.close();
        family.close();
        filter.close();
    }
}
