package io.keyfold.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLettersTest {

    private static final Path DIRECTORY = Path.of("letters");

    @Test
    void files_ofADirectoryAlone_are64MiBEachAnd1GiBInAll() {
        assertThat(new DeadLetters.Files(DIRECTORY))
                .isEqualTo(new DeadLetters.Files(DIRECTORY, 64L * 1024 * 1024, 1024L * 1024 * 1024));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void files_ofNoSize_areRefused(long bytes) {
        assertThatThrownBy(() -> new DeadLetters.Files(DIRECTORY, bytes, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("fileBytes: " + bytes + " (expected: 1 or more)");
    }

    @Test
    void files_largerThanAllTogether_areRefused() {
        assertThatThrownBy(() -> new DeadLetters.Files(DIRECTORY, 100, 99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("totalBytes: 99 (expected: fileBytes, 100, or more)");
    }

    @Test
    void files_asLargeAsAllTogether_areTaken() {
        assertThat(new DeadLetters.Files(DIRECTORY, 100, 100).totalBytes()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void topic_blank_isRefused(String name) {
        assertThatThrownBy(() -> new DeadLetters.Topic(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deadLetterTopic: blank (expected: the name of a topic)");
    }

    @Test
    void topicAndFiles_areOneOrTheOther() {
        DeadLetters topic = new DeadLetters.Topic("dead");
        DeadLetters.Files files = new DeadLetters.Files(DIRECTORY);

        assertThat(topic.topic()).contains("dead");
        assertThat(topic.files()).isEmpty();
        assertThat(files.topic()).isEmpty();
        assertThat(files.files()).contains(files);
    }
}
