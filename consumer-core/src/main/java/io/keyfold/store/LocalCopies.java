package io.keyfold.store;

import io.keyfold.config.Materialization;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.RocksTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens local copies, and throws away what is in them where it must not be used. */
final class LocalCopies {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCopies.class);

    private final TableRun run;

    LocalCopies(TableRun run) {
        this.run = run;
    }

    /**
     * The local copy of a partition, bound to the topic that is read now; perhaps empty.
     *
     * @throws StoreRefusedException if only the user can decide what is to become of it
     */
    LocalCopy open(int partition, Path directory) {
        LocalCopy copy;
        try {
            copy = copy(partition, directory);
        } catch (CorruptStoreException e) {
            LOG.warn("The local copy of {}-{} cannot be opened", run.contract().name(), partition, e);
            discard(partition, directory, "it is corrupt");
            copy = copy(partition, directory);
        }
        try {
            Optional<String> misfit = misfit(partition, copy);
            if (misfit.isPresent()) {
                tell(partition, misfit.get());
                copy.forget();
            }
            if (copy.binding() == null) {
                bind(copy);
            }
            return copy;
        } catch (RuntimeException e) {
            copy.close();
            throw e;
        }
    }

    /** Makes a copy whose content does not fit its changelog an empty one. */
    void reset(int partition, LocalCopy copy) {
        tell(partition, "it does not fit its changelog");
        copy.forget();
        bind(copy);
    }

    private void bind(LocalCopy copy) {
        if (run.materialization() == Materialization.SOURCE_TOPIC) {
            copy.freshness().loads();
        }
        copy.bind(TopicBinding.of(run.contract(), run.source()).encode());
    }

    private void tell(int partition, String why) {
        LOG.warn("The local copy of {}-{} is made anew: {}", run.contract().name(), partition, why);
        run.task().progress().rebuilt(partition, why);
    }

    /** A copy that was found corrupt before is removed first. */
    private LocalCopy copy(int partition, Path directory) {
        if (Files.exists(corruptMark(directory))) {
            discard(partition, directory, "it was found corrupt");
        }
        RocksTable table =
                RocksTable.open(directory, ProjectedCopy.families(run.task().projections()), run.memory());
        try {
            return new LocalCopy(
                    table, directory, run.task().projections(), run.task().retention());
        } catch (RuntimeException e) {
            table.close();
            throw e;
        }
    }

    private void discard(int partition, Path directory, String why) {
        tell(partition, why);
        RocksTable.destroy(directory);
        try {
            Files.deleteIfExists(corruptMark(directory));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove the mark of a corrupt copy in " + directory, e);
        }
    }

    /** The next opening throws the copy away: the one that has it open cannot. */
    static void markCorrupt(Path directory) {
        try {
            Files.write(corruptMark(directory), new byte[0]);
        } catch (IOException e) {
            LOG.warn("Cannot mark the copy in {} as corrupt", directory, e);
        }
    }

    private static Path corruptMark(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".corrupt");
    }

    private Optional<String> misfit(int partition, LocalCopy copy) {
        byte[] binding = copy.binding();
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
        if (run.materialization() == Materialization.CHANGELOG) {
            return run.tooOld(copy);
        }
        boolean isComparable = run.boundsAreFresh()
                && copy.changelogOffset() != LocalCopy.NONE
                && partition < run.source().partitionCount();
        return isComparable ? run.lost(partition, copy.changelogOffset() + 1) : Optional.empty();
    }
}
