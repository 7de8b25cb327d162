package io.keyfold.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases whose outcome must not depend on the JVM's time zone or charset: two processes with other defaults say the same. */
class DefaultsCasesTest {

    private static final String SHIFTED = "25-eight-hour-shift";
    private static final String GBK = "27-gbk-bytes";
    private static final long PATIENCE_SECONDS = 60;

    private static List<String> inUtc;
    private static List<String> inShanghai;

    @BeforeAll
    static void ask(@TempDir Path directory) throws InterruptedException {
        Path first = directory.resolve("utc.log");
        Path second = directory.resolve("shanghai.log");
        Process utc = start(first, "UTC", "UTF-8");
        Process shanghai = start(second, "Asia/Shanghai", "GBK");
        inUtc = output(utc, first);
        inShanghai = output(shanghai, second);
    }

    private static Process start(Path log, String zone, String charset) {
        try {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-Duser.timezone=" + zone,
                            "-Dfile.encoding=" + charset,
                            "-cp",
                            System.getProperty("java.class.path"),
                            DefaultsChild.class.getName(),
                            SHIFTED,
                            GBK)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> output(Process process, Path log) throws InterruptedException {
        try {
            boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            List<String> lines = Files.readAllLines(log, ISO_8859_1).stream()
                    .filter(line -> line.startsWith("> ") || line.startsWith("defaults "))
                    .toList();
            assertThat(hasEnded && process.exitValue() == 0)
                    .as("ended well: " + Files.readString(log, ISO_8859_1))
                    .isTrue();
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> of(List<String> lines, String start) {
        return lines.stream().filter(line -> line.startsWith(start)).toList();
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    /** Beside UC-25 and UC-27: the two have the defaults that they were given. */
    @Test
    void processes_haveTheDefaultsThatTheyWereGiven() {
        assertThat(inUtc.get(0)).isEqualTo("defaults UTC UTF-8");
        assertThat(inShanghai.get(0)).isEqualTo("defaults Asia/Shanghai GBK");
    }

    /** UC-25: 10:40 and 02:40 as they were written; reconciling them with a source is another matter. */
    @Test
    void times_underAnotherTimeZone_areServedAsTheyWereWritten() {
        List<String> rows = of(inUtc, "> " + SHIFTED);

        assertThat(rows).hasSize(2).isEqualTo(of(inShanghai, "> " + SHIFTED));
        assertThat(rows.get(0)).contains(hex("A1001")).contains(hex("\"update_time\":\"2024-01-15 10:40:00\"}"));
        assertThat(rows.get(1)).contains(hex("A1002")).contains(hex("\"update_time\":\"2024-01-15 02:40:00\"}"));
    }

    /** UC-27: the text, its bytes, the mark and the dead letters. */
    @Test
    void texts_underAnotherCharset_areTheSameBytes() {
        List<String> lines = of(inUtc, "> " + GBK);

        assertThat(lines).hasSize(4).isEqualTo(of(inShanghai, "> " + GBK));
        assertThat(lines.get(0)).contains(hex("\"order_status\":\"退款\"")).contains(hex("not valid UTF-8 at byte 17"));
        assertThat(lines.subList(1, 4))
                .containsExactly(
                        "> " + GBK + " letter 1 not valid UTF-8 at byte 17",
                        "> " + GBK + " letter 2 not valid UTF-8 at byte 13",
                        "> " + GBK + " letter 3 not valid UTF-8 at byte 13");
    }
}
