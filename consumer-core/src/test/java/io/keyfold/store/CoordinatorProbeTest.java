package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.store.CoordinatorProbe.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorProbeTest {

    private static final Refusal FORBIDDEN = new Refusal("grant it DESCRIBE", true);
    private static final Refusal SILENT = new Refusal("not within 3 s", false);

    private final Scripted coordinators = new Scripted();
    private long nanos;
    private final CoordinatorProbe subject = new CoordinatorProbe(coordinators, () -> nanos);

    /** All give the same answer. */
    private static final class Scripted implements CoordinatorProbe.Coordinators {

        private final List<List<String>> asked = new ArrayList<>();
        private OptionalInt count = OptionalInt.empty();
        private Optional<Refusal> answer = Optional.empty();

        @Override
        public OptionalInt count() {
            return count;
        }

        @Override
        public Optional<Refusal> refusal(List<String> ids) {
            asked.add(ids);
            return answer;
        }
    }

    /** As Kafka finds the coordinator of an id. */
    private static int coordinator(String id, int coordinators) {
        return Utils.abs(id.hashCode()) % coordinators;
    }

    private static int met(List<String> ids, int coordinators) {
        return (int)
                ids.stream().map(id -> coordinator(id, coordinators)).distinct().count();
    }

    @Test
    void ids_meetEveryCoordinator() {
        List<String> ids = CoordinatorProbe.ids(CoordinatorProbe.COORDINATORS);

        assertThat(IntStream.rangeClosed(1, CoordinatorProbe.COORDINATORS))
                .allSatisfy(coordinators -> assertThat(met(ids, coordinators))
                        .as("%d coordinators, ids from %s on", coordinators, ids.get(0))
                        .isEqualTo(coordinators));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 125, 961, 962, 2_000})
    void ids_ofALargerLog_meetEveryCoordinator(int coordinators) {
        List<String> ids = CoordinatorProbe.ids(coordinators);

        assertThat(ids).hasSize(coordinators).doesNotHaveDuplicates();
        assertThat(met(ids, coordinators)).isEqualTo(coordinators);
    }

    @Test
    void ids_areNewEachTime() {
        assertThat(CoordinatorProbe.ids(124)).doesNotContainAnyElementsOf(CoordinatorProbe.ids(124));
    }

    /** A right on ids of a prefix, such as this project's name, shows nothing of other ids. */
    @Test
    void ids_haveNoPrefixInCommon() {
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> CoordinatorProbe.ids(1).get(0).charAt(0))
                        .collect(Collectors.toSet()))
                .hasSizeGreaterThan(1);
    }

    @Test
    void refusal_allNotFound_isNoneAfterOneIdAndAllOthers() throws InterruptedException {
        assertThat(subject.refusal()).isEmpty();

        assertThat(coordinators.asked).extracting(List::size).containsExactly(1, CoordinatorProbe.COORDINATORS);
    }

    @Test
    void refusal_moreCoordinatorsThanUsual_asksEach() throws InterruptedException {
        coordinators.count = OptionalInt.of(300);

        assertThat(subject.refusal()).isEmpty();

        assertThat(met(coordinators.asked.get(1), 300)).isEqualTo(300);
    }

    /** Each id that is refused is a line in a broker's log. */
    @Test
    void refusal_forbidden_isAskedForOnceAMinuteWithOneId() throws InterruptedException {
        coordinators.answer = Optional.of(FORBIDDEN);

        assertThat(subject.refusal()).hasValue("grant it DESCRIBE");
        nanos += CoordinatorProbe.MEMORY.toNanos() - 1;
        assertThat(subject.refusal()).hasValue("grant it DESCRIBE");

        assertThat(coordinators.asked).extracting(List::size).containsExactly(1);
    }

    @Test
    void refusal_grantedMeanwhile_isNoneAfterAMinute() throws InterruptedException {
        coordinators.answer = Optional.of(FORBIDDEN);
        subject.refusal();
        coordinators.answer = Optional.empty();
        nanos += CoordinatorProbe.MEMORY.toNanos();

        assertThat(subject.refusal()).isEmpty();
    }

    @Test
    void refusal_notAnswered_isNotRemembered() throws InterruptedException {
        coordinators.answer = Optional.of(SILENT);
        subject.refusal();
        coordinators.answer = Optional.empty();

        assertThat(subject.refusal()).isEmpty();
    }
}
