package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerSettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PeerCallsTest {

    private static final PeerAddress OWN = new PeerAddress("here", 8080);
    private static final PeerAddress PEER = new PeerAddress("there", 8080);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private boolean answers;
    private boolean keepsSilent;
    private final PeerCalls calls = new PeerCalls(
            PeerSettings.of(OWN, (address, question, timeout) -> {
                asked.incrementAndGet();
                if (keepsSilent) {
                    return new CompletableFuture<>();
                }
                return answers
                        ? CompletableFuture.completedFuture(question)
                        : CompletableFuture.failedFuture(new IllegalStateException("refused the connection"));
            }),
            nanos::get);

    private CompletableFuture<byte[]> ask() {
        return calls.ask(PEER, new byte[] {1});
    }

    @Test
    void ask_peerThatFails_saysWhoAndWhy() {
        assertThatThrownBy(() -> ask().join()).hasRootCauseMessage("the instance at there:8080 refused the connection");
        assertThat(calls.isSilent(PEER)).isTrue();
    }

    @Test
    void ask_peerThatFailedThreeTimes_isNotAskedForASecond() {
        for (int i = 0; i < 5; i++) {
            assertThat(ask()).isCompletedExceptionally();
        }
        assertThat(asked).hasValue(3);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        answers = true;

        assertThat(ask().join()).containsExactly(1);
        assertThat(calls.isSilent(PEER)).isFalse();
        assertThat(calls.silences()).isEmpty();
    }

    @Test
    void ask_afterThePause_isTriedByOneAlone() {
        for (int i = 0; i < 3; i++) {
            assertThat(ask()).isCompletedExceptionally();
        }
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        keepsSilent = true;

        assertThat(ask()).isNotDone();
        assertThat(ask()).isCompletedExceptionally();
        assertThat(asked).hasValue(4);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(ask()).isNotDone();
    }

    @Test
    void ask_peerThatAnswersInBetween_isAskedOn() {
        for (int i = 0; i < 12; i++) {
            answers = i % 3 == 2;
            assertThat(ask().isCompletedExceptionally()).isEqualTo(!answers);
        }

        assertThat(asked).hasValue(12);
    }
}
