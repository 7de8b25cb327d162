package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.WaitingData;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that may not be looked at is no reason to say nothing of what waits behind it. */
class UnseenTransactionTest {

    private static final String WHY = "grant it READ";

    private final PartitionProgress progress = new PartitionProgress("dwd_order_item", 1);

    @BeforeEach
    void waitBehindOne() {
        progress.opened(-1, new Freshness(new Retention(Duration.ofDays(1)), System::currentTimeMillis));
        progress.ends(new StableEnd(1_000, 1), OptionalLong.of(4));
    }

    private Optional<String> unseen() {
        return progress.logEnd().waiting().flatMap(WaitingData::unseen);
    }

    @Test
    void looked_unseen_isToldUntilAnotherLookFindsIt() {
        progress.looked(1, List.of(), Optional.of(WHY));

        assertThat(unseen()).hasValue(WHY);

        progress.looked(1, List.of(), Optional.empty());
        assertThat(unseen()).isEmpty();
    }

    @Test
    void looked_unseen_isForgottenWhenTheLogIsStableFurther() {
        progress.looked(1, List.of(), Optional.of(WHY));

        progress.ends(new StableEnd(2_000, 2), OptionalLong.of(4));

        assertThat(progress.logEnd().waiting()).isPresent();
        assertThat(unseen()).isEmpty();
    }

    @Test
    void looked_atAnotherStableEnd_isNotTold() {
        progress.looked(0, List.of(), Optional.of(WHY));

        assertThat(unseen()).isEmpty();
    }
}
