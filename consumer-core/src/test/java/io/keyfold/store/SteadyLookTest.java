package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

class SteadyLookTest {

    private final SteadyLook subject = new SteadyLook("for nothing");

    @Test
    void take_fails_isCountedAndTakenAgain() throws InterruptedException {
        List<String> taken = new ArrayList<>();
        subject.take(() -> {
            throw new NullPointerException("a broker lacks a setting");
        });
        subject.take(() -> {
            throw new NoClassDefFoundError("a library of another version");
        });

        subject.take(() -> taken.add("look"));

        assertThat(subject.failures()).isEqualTo(2);
        assertThat(taken).containsExactly("look");
    }

    @Test
    void take_interrupted_ends() {
        assertThatThrownBy(() -> subject.take(() -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> subject.take(() -> {
                    throw new InterruptException("by a consumer");
                }))
                .isInstanceOf(InterruptException.class);
        assertThat(subject.failures()).isZero();
    }
}
