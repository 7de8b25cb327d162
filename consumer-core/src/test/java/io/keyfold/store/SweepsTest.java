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
        assertThat(sweeps.hand(List.of(new byte[] {1}), 10, GONE)).isNotDone();

        assertThat(sweeps.take(goal -> 9 >= goal)).isEmpty();
        assertThat(sweeps.take(goal -> 10 >= goal)).isPresent();
        assertThat(sweeps.take(goal -> true)).isEmpty();
    }

    @Test
    void hand_whileABatchWaits_waitsBehindIt() {
        CompletableFuture<Integer> first = sweeps.hand(List.of(new byte[] {1}), 10, GONE);
        CompletableFuture<Integer> second = sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        assertThat(first).isNotDone();
        assertThat(take(10)).isSameAs(first);
        assertThat(take(10)).isSameAs(second);
    }

    /** An audit whose end is far ahead holds up no expired rows. */
    @Test
    void take_whereTheFirstGoalIsAhead_givesTheNextThatIsNot() {
        CompletableFuture<Integer> ahead = sweeps.hand(List.of(new byte[] {1}), 20, GONE);
        CompletableFuture<Integer> passed = sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        assertThat(take(10)).isSameAs(passed);
        assertThat(sweeps.take(goal -> 10 >= goal)).isEmpty();
        assertThat(take(20)).isSameAs(ahead);
    }

    private CompletableFuture<Integer> take(long position) {
        return sweeps.take(goal -> position >= goal).orElseThrow().done();
    }

    @Test
    void withdraw_cancelsWhatWaits_andTakesMore() {
        CompletableFuture<Integer> first = sweeps.hand(List.of(new byte[] {1}), 10, GONE);
        CompletableFuture<Integer> second = sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        sweeps.withdraw();

        assertThat(first).isCancelled();
        assertThat(second).isCancelled();
        assertThat(sweeps.take(goal -> true)).isEmpty();
        CompletableFuture<Integer> later = sweeps.hand(List.of(new byte[] {3}), 10, GONE);
        assertThat(take(10)).isSameAs(later);
    }

    @Test
    void withdraw_ofOneBatch_leavesTheOthers() {
        CompletableFuture<Integer> first = sweeps.hand(List.of(new byte[] {1}), 10, GONE);
        CompletableFuture<Integer> second = sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        sweeps.withdraw(first);

        assertThat(first).isCancelled();
        assertThat(take(10)).isSameAs(second);
        assertThat(sweeps.take(goal -> true)).isEmpty();
    }

    @Test
    void withdraw_ofABatchThatIsDone_changesNothing() {
        CompletableFuture<Integer> done = sweeps.hand(List.of(new byte[] {1}), 10, GONE);
        take(10).complete(1);

        sweeps.withdraw(done);

        assertThat(done).isCompletedWithValue(1);
    }

    @Test
    void close_endsWhatWaits_andWhatComesLater() {
        CompletableFuture<Integer> first = sweeps.hand(List.of(new byte[] {1}), 10, GONE);
        CompletableFuture<Integer> second = sweeps.hand(List.of(new byte[] {2}), 10, GONE);

        sweeps.close();

        assertThat(first).isCancelled();
        assertThat(second).isCancelled();
        assertThat(sweeps.hand(List.of(new byte[] {1}), 10, GONE)).isCompletedExceptionally();
        assertThat(sweeps.take(goal -> true)).isEmpty();
    }
}
