package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of one table. Records are numbered from 1, as a case tells of them.
 *
 * @param written where its records lie
 * @param views its answers after each record, live
 * @param restarted after a restart with the state kept
 * @param wiped after a restart without it
 * @param changes all changes that a subscriber heard, live
 * @param letters its dead letters, live
 * @param lettersOfRestart those of the restart with the state kept
 * @param lettersOfRebuild those of the restart without it
 */
record CaseResult(
        List<RecordPosition> written,
        List<CaseView> views,
        CaseView restarted,
        CaseView wiped,
        List<RowChange<RowJson>> changes,
        List<CaseLetter> letters,
        List<CaseLetter> lettersOfRestart,
        List<CaseLetter> lettersOfRebuild) {

    CaseView after(int record) {
        return views.get(record - 1);
    }

    /** After the last record. */
    CaseView live() {
        return views.get(views.size() - 1);
    }

    RecordPosition position(int record) {
        return written.get(record - 1);
    }

    RowMark mark(int record, String reason) {
        return new RowMark(position(record), reason);
    }

    /** The dead letter of a record, which must have one, live. */
    CaseLetter letter(int record) {
        RecordPosition position = position(record);
        List<CaseLetter> found = letters.stream()
                .filter(letter -> letter.place().equals(position.toString()))
                .toList();
        assertThat(found).as("dead letters of record " + record).hasSize(1);
        return found.get(0);
    }

    /** Its dead letters are those of these records and no others; the rebuild's are the same and say that they may repeat. */
    void assertLettersOf(Integer... records) {
        List<String> expected =
                Stream.of(records).map(record -> position(record).toString()).toList();
        assertThat(letters).extracting(CaseLetter::place).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(letters).noneMatch(CaseLetter::isRepeat);
        assertThat(lettersOfRestart).as("of the restart with the state kept").isEmpty();
        assertThat(lettersOfRebuild).extracting(CaseLetter::place).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(lettersOfRebuild).allMatch(CaseLetter::isRepeat);
    }

    /** What a dead letter says of a record, live. */
    String detail(int record) {
        return letter(record).detail();
    }

    /** Whether it answers live, restarted and rebuilt alike. */
    void assertSameThroughout() {
        assertThat(restarted.dump()).as("restarted").isEqualTo(live().dump());
        assertThat(wiped.dump()).as("wiped").isEqualTo(live().dump());
    }
}
