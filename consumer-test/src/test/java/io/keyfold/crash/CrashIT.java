package io.keyfold.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promises 1 and 4 of a process that is killed at any moment, in the manner of RocksDB's {@code db_crashtest}. Under
 * {@code -Psoak} 50 kills a test, else four. {@code -Dseed=…} gives the same traffic and the same kills again;
 * at which record a kill meets its child is the machine's to say.
 */
class CrashIT {

    private static final int KILLS = Boolean.getBoolean("soak.full") ? 50 : 4;

    /** A killed process leaves transactions open: their end is not to be waited for. */
    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER = KeyfoldKafkaExtension.builder()
            .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
            .build();

    @Test
    void mirror_killedAgainAndAgain_equalsTheFoldAndRestoresWhatIsMissing(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws Exception {
        crash(kafka, stateDir, Materialization.SOURCE_TOPIC);
    }

    @Test
    void derivedState_killedAgainAndAgain_equalsTheFoldAndRestoresWhatIsMissing(
            KeyfoldKafka kafka, @TempDir Path stateDir) throws Exception {
        crash(kafka, stateDir, Materialization.CHANGELOG);
    }

    @Test
    void mirror_killedOnceItHasLoaded_restoresNothingAgain(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws Exception {
        long seed = seed(Materialization.SOURCE_TOPIC);
        try (CrashScene scene = new CrashScene(kafka, Materialization.SOURCE_TOPIC, stateDir, seed);
                CrashRun run = new CrashRun(scene, seed)) {

            assertThat(run.killIdle()).as("records restored").isZero();
        }
    }

    private static void crash(KeyfoldKafka kafka, Path stateDir, Materialization materialization) throws Exception {
        long seed = seed(materialization);
        try (CrashScene scene = new CrashScene(kafka, materialization, stateDir, seed);
                CrashRun run = new CrashRun(scene, seed)) {
            try {
                run.run(KILLS);
            } finally {
                System.out.println(materialization + "\n" + run.report());
            }

            assertThat(run.windows()).as("kills between two commits").isEqualTo((KILLS + 1) / 3);
            assertThat(run.builds()).as("kills while something was built").isPositive();
        }
    }

    private static long seed(Materialization materialization) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(materialization + ": -Dseed=" + seed);
        return seed;
    }
}
