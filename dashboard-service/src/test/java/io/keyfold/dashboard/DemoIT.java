package io.keyfold.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The README's second command, run as a newcomer runs it: a broker, traffic and both services as processes, every row
 * compared. Lies in the last module, where all jars are built.
 */
class DemoIT {

    private static final long TIMEOUT_MINUTES = 5;

    @Test
    void demoCheck_onBuiltJars_findsEveryRowAndNothingElse() throws IOException, InterruptedException {
        Path log = Path.of("target", "demo-check.log").toAbsolutePath();
        ProcessBuilder demo = new ProcessBuilder("./demo", "--check")
                .directory(Path.of("..").toAbsolutePath().normalize().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        demo.environment().put("DEMO_BUILD", "no");

        Process process = demo.start();
        boolean ended = process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
        process.destroy();

        List<String> lines = Files.readAllLines(log);
        assertThat(ended).as("ended in time; %s", log).isTrue();
        assertThat(lines.get(lines.size() - 1)).matches("demo rows=(\\d{3,}) expected=\\1 wrong=0");
        assertThat(process.exitValue()).isZero();
    }
}
