package io.keyfold.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.store.TransactionDoctor.Bounds;
import io.keyfold.store.TransactionDoctor.Finding;
import io.keyfold.store.TransactionEvidence.Told;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** UC-53: HANGING takes two looks that agree, and two questions in each. */
class TransactionDoctorTest {

    private static final TopicPartition PARTITION = new TopicPartition("dwd_order_item", 1);
    private static final Instant NOW = Instant.parse("2024-01-15T02:40:00Z");
    private static final ProducerState OLDER = producer(4001, 1);
    private static final ProducerState NEWER = producer(4002, 2);

    private final ScriptedSurvey survey = new ScriptedSurvey();
    private long nanos;
    private final TransactionDoctor subject = new TransactionDoctor(
            survey,
            (partition, offset, end) -> Optional.of(new RecordTime(NOW, true)),
            Clock.fixed(NOW, ZoneOffset.UTC),
            () -> nanos);

    private static ProducerState producer(long id, long startOffset) {
        return new ProducerState(id, 0, 0, 0, OptionalInt.empty(), OptionalLong.of(startOffset));
    }

    private static Told owned(long producerId) {
        return owned(producerId, NOW);
    }

    private static Told owned(long producerId, Instant start) {
        return new Told.Known(
                "id-" + producerId,
                new TransactionDescription(
                        0,
                        TransactionState.ONGOING,
                        producerId,
                        0,
                        60_000,
                        OptionalLong.of(start.toEpochMilli()),
                        Set.of(PARTITION)));
    }

    /** The leader answers one question after the other, and the last for ever. */
    private static final class ScriptedSurvey implements TransactionSurvey {

        private final Queue<Open> leader = new ArrayDeque<>();
        private final Map<Long, Told> told = new HashMap<>();

        void leaderSays(ProducerState... open) {
            leader.add(new Open(List.of(open), Optional.empty()));
        }

        @Override
        public Map<TopicPartition, Open> open(Collection<TopicPartition> partitions) {
            Open answer = leader.size() > 1 ? leader.remove() : leader.element();
            return Map.of(PARTITION, answer);
        }

        @Override
        public Map<Long, Told> coordinators(Collection<Long> producerIds) {
            Map<Long, Told> all = new HashMap<>();
            producerIds.forEach(id -> all.put(id, told.getOrDefault(id, new Told.Nobody())));
            return all;
        }

        @Override
        public Optional<Duration> longestTimeout() {
            return Optional.of(Duration.ofMinutes(15));
        }
    }

    private Finding look() throws InterruptedException {
        return requireNonNull(subject.look(Map.of(PARTITION, new Bounds(1, 4))).get(PARTITION));
    }

    @Test
    void look_twoOwned_tellsBothAndTheOneThatHoldsFirst() throws InterruptedException {
        survey.leaderSays(OLDER, NEWER);
        survey.told.put(4001L, owned(4001));
        survey.told.put(4002L, owned(4002));

        Finding found = look();

        assertThat(found.transactions())
                .extracting(OpenTransaction::producerId, OpenTransaction::verdict)
                .containsExactly(tuple(4001L, TransactionVerdict.LONG), tuple(4002L, TransactionVerdict.LONG));
        assertThat(found.isFinal()).isTrue();
        assertThat(found.unseen()).isEmpty();
    }

    @Test
    void look_disownedForTheFirstTime_isUnknownAndSaysThatItIsLookedAtAgain() throws InterruptedException {
        survey.leaderSays(OLDER);

        Finding found = look();

        assertThat(found.isFinal()).isFalse();
        assertThat(found.transactions()).singleElement().satisfies(holder -> {
            assertThat(holder.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
            assertThat(holder.why())
                    .isEqualTo(
                            "no coordinator knows a transaction of its producer; it is called hanging if the next look,"
                                    + " in a few seconds, finds it so, too");
        });
    }

    @Test
    void look_disownedTwice_isHanging() throws InterruptedException {
        survey.leaderSays(OLDER);
        look();

        Finding found = look();

        assertThat(found.isFinal()).isTrue();
        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.HANGING);
    }

    @Test
    void look_anotherTransactionOfTheSameProducer_countsAnew() throws InterruptedException {
        survey.leaderSays(OLDER);
        look();
        survey.leader.clear();
        survey.leaderSays(producer(4001, 0));

        Finding found = look();

        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
    }

    @Test
    void look_didNotWaitInBetween_countsAnew() throws InterruptedException {
        survey.leaderSays(OLDER);
        look();
        subject.keepOnly(Set.of());

        Finding found = look();

        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
    }

    /** It ended after the leader was asked and before the coordinators were. */
    @Test
    void look_endedMeanwhile_isNotHanging() throws InterruptedException {
        survey.leaderSays(OLDER);
        survey.leaderSays(OLDER); // asked again in the first look
        look();
        survey.leader.clear();
        survey.leaderSays(OLDER);
        survey.leaderSays();

        Finding found = look();

        assertThat(found.isFinal()).isFalse();
        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
    }

    @Test
    void look_ownedInBetween_countsAnew() throws InterruptedException {
        survey.leaderSays(OLDER);
        look();
        survey.told.put(4001L, owned(4001));
        look();
        survey.told.clear();

        Finding found = look();

        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
    }

    /** This host's clock, or its coordinator's, may be days off. */
    @Test
    void look_tooOldByTheClock_isHangingOnlyWhenItWasWatchedForItsTimeout() throws InterruptedException {
        survey.leaderSays(OLDER);
        survey.told.put(4001L, owned(4001, NOW.minus(Duration.ofDays(3))));
        look();
        nanos += Duration.ofSeconds(60).plus(TransactionEvidence.GRACE).toNanos();
        Finding early = look();
        nanos++;
        Finding suspected = look();

        Finding found = look();

        assertThat(early.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
        assertThat(early.isFinal()).isTrue();
        assertThat(suspected.isFinal()).isFalse();
        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.HANGING);
    }

    @Test
    void look_tooOldByTheClockAndAnotherOneThanWasWatched_isUnknown() throws InterruptedException {
        survey.told.put(4001L, owned(4001, NOW.minus(Duration.ofDays(3))));
        survey.leaderSays(OLDER);
        look();
        survey.leader.clear();
        survey.leaderSays(producer(4001, 0));
        nanos += Duration.ofHours(1).toNanos();
        look();

        Finding found = look();

        assertThat(found.transactions())
                .extracting(OpenTransaction::verdict)
                .containsExactly(TransactionVerdict.UNKNOWN);
        assertThat(found.isFinal()).isTrue();
    }

    @Test
    void look_leaderRefuses_listsNoneAndSaysWhy() throws InterruptedException {
        survey.leader.add(new TransactionSurvey.Open(List.of(), Optional.of("grant it READ")));

        Finding found = look();

        assertThat(found.transactions()).isEmpty();
        assertThat(found.unseen()).hasValue("grant it READ");
    }

    /** The last stable offset stays behind until all replicas have the marker. */
    @Test
    void look_noneOpenAtTheStableEnd_saysThatTheMarkerIsOnItsWay() throws InterruptedException {
        survey.leaderSays(NEWER);

        Finding found = look();

        assertThat(found.transactions()).isEmpty();
        assertThat(found.unseen())
                .hasValue("its leader has it as ended already, and the marker is on its way to all replicas");
    }
}
