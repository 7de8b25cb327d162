package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SweepsTest {

    private static final Gone GONE = new Gone.Below(5);

    private final Sweeps sweeps = new Sweeps();

    @Test
    void take_beforeTheReaderHasPassedTheGoal_hasNothing() {
        sweeps.hand(List.of(new byte[] {1}), 10, GONE);

        assertThat(sweeps.take(goal -> 9 >= goal)).isEmpty();
        assertThat(sweeps.take(goal -> 10 >= goal)).isPresent();
        assertThat(sweeps.take(goal -> true)).isEmpty();
    }

    @Test
    void hand_whileABatchWaits_replacesIt() {
        CompletableFuture<Integer> first = sweeps.hand(List.of(new byte[] {1}), 10, GONE);

        sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        assertThat(first).isCancelled();
    }

    @Test
    void close_endsWhatWaits_andWhatComesLater() {
        CompletableFuture<Integer> waiting = sweeps.hand(List.of(new byte[] {1}), 10, GONE);

        sweeps.close();

        assertThat(waiting).isCancelled();
        assertThat(sweeps.hand(List.of(new byte[] {1}), 10, GONE)).isCompletedExceptionally();
        assertThat(sweeps.take(goal -> true)).isEmpty();
    }
}
