package io.keyfold.store;

import static io.keyfold.config.Materialization.CHANGELOG;
import static io.keyfold.config.Materialization.SOURCE_TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LostPositionTest {

    private static final SourceTopic.Ends ENDS = new SourceTopic.Ends(900, 1000, 1000);

    private static LostPosition of(Materialization materialization, long position, long next) {
        return LostPosition.of(
                materialization, new LostPosition.Reader("t", 0, position, next, ENDS, OptionalLong.empty()));
    }

    private static LostPosition expiring(Materialization materialization, long position, long next) {
        return LostPosition.whereRecordsExpire(
                materialization, new LostPosition.Reader("t", 0, position, next, ENDS, OptionalLong.empty()));
    }

    @Test
    void of_copyWithinTheLog_goesOnFromTheCopyWhateverTheGroupSays() {
        assertThat(of(SOURCE_TOPIC, 500, 950)).isEqualTo(new LostPosition.GoOn(950));
        assertThat(of(SOURCE_TOPIC, 5_000, 1000)).isEqualTo(new LostPosition.GoOn(1000));
    }

    @Test
    void of_emptyCopy_goesOnFromTheStart() {
        assertThat(of(SOURCE_TOPIC, 500, 0)).isEqualTo(new LostPosition.GoOn(900));
    }

    @Test
    void of_copyBelowTheStart_namesWhatIsGone() {
        assertThat(of(SOURCE_TOPIC, 500, 500))
                .isInstanceOfSatisfying(
                        LostPosition.Gone.class,
                        gone -> assertThat(gone.why())
                                .startsWith("records 500-899 of partition 0 of topic t are gone"));
    }

    @Test
    void of_copyBehindTheEnd_isGone() {
        assertThat(of(SOURCE_TOPIC, 1_500, 1_500)).isInstanceOf(LostPosition.Gone.class);
    }

    /** What is derived is as far as the group: a copy that is further does not close the gap before it. */
    @Test
    void of_groupOfDerivedStateBelowTheStart_isGoneWhateverTheCopyHolds() {
        assertThat(of(CHANGELOG, 500, 950)).isInstanceOf(LostPosition.Gone.class);
        assertThat(of(CHANGELOG, 500, 0)).isInstanceOf(LostPosition.Gone.class);
        assertThat(of(CHANGELOG, 0, 0)).as("nothing was ever read").isEqualTo(new LostPosition.GoOn(900));
    }

    @Test
    void of_recordsThatWereReplaced_areGoneThoughTheirOffsetsExist() {
        LostPosition.Reader reader = new LostPosition.Reader("t", 0, 980, 980, ENDS, OptionalLong.of(970));

        assertThat(LostPosition.of(SOURCE_TOPIC, reader))
                .isEqualTo(new LostPosition.Gone(
                        "records from 970 on of partition 0 of topic t were replaced in the log"));
    }

    @Test
    void whereRecordsExpire_belowTheStart_goesOnFromTheStart() {
        assertThat(expiring(SOURCE_TOPIC, 500, 500)).isEqualTo(new LostPosition.GoOn(900));
        assertThat(expiring(CHANGELOG, 500, 500)).isEqualTo(new LostPosition.GoOn(900));
        assertThat(expiring(CHANGELOG, 500, 950)).as("as far as the group").isEqualTo(new LostPosition.GoOn(900));
    }

    @Test
    void whereRecordsExpire_withinTheLog_goesOnAsElsewhere() {
        assertThat(expiring(SOURCE_TOPIC, 500, 950)).isEqualTo(new LostPosition.GoOn(950));
        assertThat(expiring(CHANGELOG, 900, 950)).isEqualTo(new LostPosition.GoOn(900));
    }

    @Test
    void whereRecordsExpire_behindTheEnd_isGone() {
        assertThat(expiring(SOURCE_TOPIC, 1_500, 1_500)).isInstanceOf(LostPosition.Gone.class);
        assertThat(expiring(CHANGELOG, 1_500, 1_500)).isInstanceOf(LostPosition.Gone.class);
    }

    @Test
    void whereRecordsExpire_recordsThatWereReplaced_areGoneAsElsewhere() {
        LostPosition.Reader reader = new LostPosition.Reader("t", 0, 500, 500, ENDS, OptionalLong.of(450));

        assertThat(LostPosition.whereRecordsExpire(SOURCE_TOPIC, reader)).isInstanceOf(LostPosition.Gone.class);
    }
}
