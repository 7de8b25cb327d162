package io.keyfold.store;

import io.keyfold.config.Materialization;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RocksTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens one partition's database and tells whether what is in it may be used. */
final class StoreOpening {

    private static final Logger LOG = LoggerFactory.getLogger(StoreOpening.class);
    private static final List<Family> FAMILIES = List.of(Family.ROWS, Family.FOREIGN, Family.META);

    /**
     * How far what is in it goes, inclusive; -1 for nothing.
     *
     * @param changelog the last record of its changelog
     * @param applied the last record of the source topic
     */
    record Offsets(long changelog, long applied) {}

    private final TableRun run;
    private final int partition;
    private final Path directory;

    StoreOpening(TableRun run, int partition, Path directory) {
        this.run = run;
        this.partition = partition;
        this.directory = directory;
    }

    /** A copy that is corrupt, or was found corrupt before, is removed first. */
    RocksTable open() {
        if (Files.exists(corruptMark(directory))) {
            discard("it was found corrupt");
        }
        try {
            return RocksTable.open(directory, FAMILIES, run.memory());
        } catch (CorruptStoreException e) {
            LOG.warn("The local copy of {}-{} is corrupt", run.contract().name(), partition, e);
            discard("it is corrupt");
            return RocksTable.open(directory, FAMILIES, run.memory());
        }
    }

    private void discard(String why) {
        LOG.warn("The local copy of {}-{} is made anew: {}", run.contract().name(), partition, why);
        run.task().progress().rebuilt(partition, why);
        RocksTable.destroy(directory);
        try {
            Files.deleteIfExists(corruptMark(directory));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove the mark of a corrupt store in " + directory, e);
        }
    }

    /** The next opening throws the copy away: the one that has it open cannot. */
    static void markCorrupt(Path directory) {
        try {
            Files.write(corruptMark(directory), new byte[0]);
        } catch (IOException e) {
            LOG.warn("Cannot mark the store in {} as corrupt", directory, e);
        }
    }

    private static Path corruptMark(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".corrupt");
    }

    /**
     * Why what is in it must be thrown away; empty if it may be used.
     *
     * @throws StoreRefusedException if only the user can decide
     */
    Optional<String> misfit(byte @Nullable [] binding, Offsets offsets) {
        if (binding == null) {
            return Optional.empty();
        }
        TopicBinding.Verdict verdict = TopicBinding.decode(binding)
                .compare(
                        TopicBinding.of(run.contract(), run.source()),
                        run.contract().topic(),
                        run.materialization());
        if (verdict instanceof TopicBinding.Verdict.Refuse refuse) {
            throw new StoreRefusedException(refuse.why());
        }
        if (verdict instanceof TopicBinding.Verdict.Rebuild rebuild) {
            return Optional.of(rebuild.why());
        }
        boolean isComparable = run.materialization() == Materialization.SOURCE_TOPIC
                && run.boundsAreFresh()
                && offsets.changelog() >= 0
                && partition < run.source().partitionCount();
        return isComparable ? run.source().outside(partition, offsets.changelog() + 1) : Optional.empty();
    }
}
