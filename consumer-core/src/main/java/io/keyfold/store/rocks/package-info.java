/**
 * One partition's rows on disk: RocksDB below, what is not committed yet above it.
 *
 * <p>The only package that sees RocksDB, and it knows bytes alone; a row is never missed by a reader, and a batch is
 * found again after a crash wholly or not at all.
 */
@NullMarked
package io.keyfold.store.rocks;

import org.jspecify.annotations.NullMarked;
