package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.query.FakeTableStore;
import io.keyfold.schemas.TableContracts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FindingHistoryTest {

    private static final Instant NOON = Instant.parse("2024-01-15T12:00:00Z");

    private final List<String> found = new ArrayList<>();
    private final FindingHistory history =
            new FindingHistory(new FakeTableStore(TableContracts.named("dwd_order_item"), 6), new ConsumerMetrics() {
                @Override
                public void found(String table, String finding) {
                    found.add(finding);
                }
            });

    private static Finding finding(String id, String about) {
        return new Finding(id, about, Severity.WARNING, "something is the matter", "Mend it.", Optional.empty());
    }

    private List<Finding> at(int seconds, Finding... now) {
        return history.note(List.of(now), NOON.plusSeconds(seconds));
    }

    @Test
    void since_findingThatStays_isWhenItWasFoundFirst() {
        var unused = at(0, finding("skew", "t-3"));

        List<Finding> later = at(60, finding("skew", "t-3"));

        assertThat(later).extracting(Finding::since).containsExactly(Optional.of(NOON));
    }

    @Test
    void since_sameIdAboutAnotherPartition_isItsOwn() {
        var unused = at(0, finding("skew", "t-3"));

        List<Finding> later = at(60, finding("skew", "t-3"), finding("skew", "t-4"));

        assertThat(later)
                .extracting(Finding::since)
                .containsExactly(Optional.of(NOON), Optional.of(NOON.plusSeconds(60)));
    }

    @Test
    void since_findingThatHadGone_countsAnew() {
        var unused = at(0, finding("skew", "t-3"));
        unused = at(10);

        List<Finding> again = at(20, finding("skew", "t-3"));

        assertThat(again).extracting(Finding::since).containsExactly(Optional.of(NOON.plusSeconds(20)));
    }

    @Test
    void since_findingThatKnowsIt_isLeft() {
        Finding known = finding("skew", "t-3").since(NOON.minusSeconds(900));

        assertThat(at(0, known)).containsExactly(known);
    }

    @Test
    void found_findingThatBecomesGraver_isToldAgain() {
        Finding grave = new Finding("skew", "t-3", Severity.ERROR, "it is worse", "Mend it.", Optional.empty());
        var unused = at(0, finding("skew", "t-3"));

        List<Finding> later = at(60, grave);
        unused = at(61, finding("skew", "t-3"));

        assertThat(later).extracting(Finding::since).containsExactly(Optional.of(NOON));
        assertThat(found).containsExactly("skew", "skew");
    }

    /** Every checkpoint has an open transaction. */
    @Test
    void found_findingThatNobodyHasToActOn_isToldIfItLasts() {
        Finding calm = new Finding("open-transaction", "t-3", Severity.INFO, "it will end", "Wait.", Optional.empty());
        var unused = at(0, calm);
        unused = at(59, calm);
        assertThat(found).isEmpty();

        unused = at(60, calm);
        unused = at(61, calm);

        assertThat(found).containsExactly("open-transaction");
    }

    @Test
    void found_findingThatStays_isToldOnce() {
        var unused = at(0, finding("skew", "t-3"));
        unused = at(1, finding("skew", "t-3"), finding("hot", "t-3"));
        unused = at(2);
        unused = at(3, finding("skew", "t-3"));

        assertThat(found).containsExactly("skew", "hot", "skew");
    }
}
