package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateHomeTest {

    @Test
    void instanceId_madeOnce_isKept(@TempDir Path stateDir) {
        String made;
        try (StateHome home = StateHome.open("risk", stateDir)) {
            made = home.instanceId("risk");
        }

        try (StateHome home = StateHome.open("risk", stateDir)) {
            assertThat(home.instanceId("risk")).isEqualTo(made).isNotBlank();
        }
    }

    /** As a crash leaves it that came between making the file and writing it. */
    @Test
    void instanceId_emptyFile_isMadeAnew(@TempDir Path stateDir) throws IOException {
        try (StateHome home = StateHome.open("risk", stateDir)) {
            Files.createFile(stateDir.resolve("risk").resolve("instance-id"));

            assertThat(home.instanceId("risk")).isNotBlank().isEqualTo(home.instanceId("risk"));
        }
    }

    @Test
    void open_whileOpen_isRefusedAndLaterTaken(@TempDir Path stateDir) {
        try (StateHome first = StateHome.open("risk", stateDir)) {
            assertThat(first.instanceId("risk")).isNotBlank();
            assertThatThrownBy(() -> StateHome.open("risk", stateDir))
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start risk: state directory " + stateDir.resolve("risk")
                            + " is in use by another instance; give each instance a stateDir of its own");
        }

        StateHome.open("risk", stateDir).close();
    }

    /** A process that closes any descriptor of a file gives up its locks of it: the refused one must not open the file. */
    @Test
    void open_refusedInTheSameProcess_leavesTheLockToTheFirst(@TempDir Path stateDir) throws Exception {
        try (StateHome first = StateHome.open("risk", stateDir)) {
            assertThat(first.instanceId("risk")).isNotBlank();
            assertThatThrownBy(() -> StateHome.open("risk", stateDir)).isInstanceOf(StartException.class);

            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            LockTry.class.getName(),
                            stateDir.resolve("risk").resolve("lock").toString())
                    .inheritIO()
                    .start();

            assertThat(other.waitFor()).as("exit code").isEqualTo(LockTry.REFUSED);
        }
    }
}
