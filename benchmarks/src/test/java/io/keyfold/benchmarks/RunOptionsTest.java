package io.keyfold.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.benchmarks.Assignment.Contender;
import io.keyfold.benchmarks.RunOptions.Load;
import io.keyfold.benchmarks.Traffic.Spread;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunOptionsTest {

    @Test
    void parse_ofNothing_givesTheDefaults() {
        assertThat(RunOptions.parse(RunOptions.DEFAULTS))
                .isEqualTo(new RunOptions(
                        3_000_000,
                        1_000_000,
                        1_000_000,
                        2_000,
                        Spread.EVEN,
                        42,
                        Set.of(Contender.values()),
                        new Load(15, 10, 3, 32)));
    }

    @Test
    void parse_ofEveryOption_changesIt() {
        assertThat(RunOptions.parse(
                        RunOptions.DEFAULTS,
                        "--records",
                        "9",
                        "--skew",
                        "--keys",
                        "8",
                        "--updates",
                        "7",
                        "--commits",
                        "6",
                        "--seed",
                        "5",
                        "--only",
                        "poll,keyfold",
                        "--seconds",
                        "4",
                        "--warmup",
                        "0",
                        "--rounds",
                        "3",
                        "--connections",
                        "2"))
                .isEqualTo(new RunOptions(
                        9, 8, 7, 6, Spread.SKEWED, 5, Set.of(Contender.POLL, Contender.KEYFOLD), new Load(4, 0, 3, 2)));
    }

    @Test
    void parse_ofAWrongArgument_saysWhatIsExpected() {
        assertThatThrownBy(() -> RunOptions.parse(RunOptions.DEFAULTS, "--records", "none"))
                .hasMessage("--records: none (expected: 1 .. 1000000000)");
        assertThatThrownBy(() -> RunOptions.parse(RunOptions.DEFAULTS, "--seconds", "0"))
                .hasMessage("--seconds: 0 (expected: 1 .. 1000000000)");
        assertThatThrownBy(() -> RunOptions.parse(RunOptions.DEFAULTS, "--fast", "1"))
                .hasMessage("argument: --fast (expected: an option; see benchmarks/run)");
        assertThatThrownBy(() -> RunOptions.parse(RunOptions.DEFAULTS, "--keys"))
                .hasMessage("argument: --keys (expected: an option and its value; see benchmarks/run)");
        assertThatThrownBy(() -> RunOptions.parse(RunOptions.DEFAULTS, "--only", "flink"))
                .hasMessage(
                        "--only: flink (expected: poll, rocksdb, stock, transactional, keyfold, declared or changelog,"
                                + " comma-separated)");
    }
}
