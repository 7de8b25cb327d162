package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory counts as old as the application's last sign of life, whatever a backup has made of its time. */
class StateAgeTest {

    private static final Instant LAST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant BEFORE = LAST.minusSeconds(60);
    private static final Instant AFTER = LAST.plusSeconds(60);

    @TempDir
    Path stateDir;

    private StateAge age;
    private Path task;

    @BeforeEach
    void makeTask() throws IOException {
        age = new StateAge(stateDir, "app");
        task = Files.createDirectories(stateDir.resolve("app").resolve("0_0"));
    }

    private Instant agedFrom(Instant modified) throws IOException {
        Files.setLastModifiedTime(task, FileTime.from(modified));
        age.age();
        return Files.getLastModifiedTime(task).toInstant();
    }

    @Test
    void age_ofADirectoryThatSeemsYounger_isTheLastSignOfLife() throws IOException {
        age.begins(LAST);

        assertThat(agedFrom(AFTER)).isEqualTo(LAST);
    }

    @Test
    void age_ofADirectoryThatWasNotUsedToTheEnd_stays() throws IOException {
        age.begins(LAST);

        assertThat(agedFrom(BEFORE)).isEqualTo(BEFORE);
    }

    @Test
    void age_withoutASignOfLife_stays() throws IOException {
        assertThat(agedFrom(AFTER)).isEqualTo(AFTER);
    }

    @Test
    void age_withATornSign_isAsOldAsCanBe() throws IOException {
        Files.writeString(stateDir.resolve("app.alive"), "2026-01");

        assertThat(agedFrom(AFTER)).isEqualTo(Instant.EPOCH);
    }

    @Test
    void alive_afterALongSuspension_saysNoMore() throws IOException {
        age.begins(BEFORE);

        age.alive(LAST, Duration.ofSeconds(60));

        assertThat(agedFrom(AFTER)).isEqualTo(BEFORE);
    }

    @Test
    void alive_inTime_isTheLastSignOfLife() throws IOException {
        age.begins(BEFORE);

        age.alive(LAST, Duration.ofSeconds(61));

        assertThat(agedFrom(AFTER)).isEqualTo(LAST);
    }

    @Test
    void age_withoutADirectory_isNoError() {
        StateAge other = new StateAge(stateDir, "other");
        other.begins(LAST);

        other.age();

        assertThat(stateDir.resolve("other")).doesNotExist();
    }
}
