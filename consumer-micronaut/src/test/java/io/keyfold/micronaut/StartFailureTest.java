package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.error.StartException;
import io.keyfold.schemas.ContractException;
import java.net.BindException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartFailureTest {

    private static RuntimeException wrapped(Throwable cause) {
        return new IllegalStateException("Error instantiating bean\nPath Taken: new Foo()", cause);
    }

    @Test
    void sentence_startExceptionBelowWrappers_isItsMessage() {
        StartFailure failure = StartFailure.of(
                wrapped(wrapped(new StartException("orders", "the topic is missing", new Exception("x")))));

        assertThat(failure.sentence("svc")).isEqualTo("Cannot start orders: the topic is missing");
        assertThat(failure.isForeseen()).isTrue();
    }

    @Test
    void sentence_contractException_isItsMessage() {
        StartFailure failure = StartFailure.of(wrapped(new ContractException("orders", List.of("no columns"))));

        assertThat(failure.sentence("svc")).isEqualTo("Cannot accept contract orders: no columns");
        assertThat(failure.isForeseen()).isTrue();
    }

    @Test
    void sentence_bindException_namesTheService() {
        StartFailure failure = StartFailure.of(wrapped(new BindException("Address already in use")));

        assertThat(failure.sentence("svc")).isEqualTo("Cannot start svc: Address already in use");
        assertThat(failure.isForeseen()).isTrue();
    }

    @Test
    void sentence_argumentOfOurGrammar_namesTheService() {
        StartFailure failure =
                StartFailure.of(wrapped(new IllegalArgumentException("table: orders (expected: one of [x])")));

        assertThat(failure.sentence("svc")).isEqualTo("Cannot start svc: table: orders (expected: one of [x])");
        assertThat(failure.isForeseen()).isTrue();
    }

    @Test
    void sentence_unforeseen_isOneLineAndNotTheWholeStory() {
        StartFailure failure = StartFailure.of(wrapped(new NullPointerException("a\n  b")));

        assertThat(failure.sentence("svc")).isEqualTo("Cannot start svc: a b");
        assertThat(failure.isForeseen()).isFalse();
    }

    @Test
    void sentence_noMessage_isTheKindOfFailure() {
        assertThat(StartFailure.of(new IllegalStateException()).sentence("svc"))
                .isEqualTo("Cannot start svc: IllegalStateException");
    }

    @Test
    void of_causesInACircle_ends() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);

        assertThat(StartFailure.of(one).sentence("svc")).startsWith("Cannot start svc: ");
    }
}
