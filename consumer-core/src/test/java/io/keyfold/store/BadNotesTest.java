package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.RecordPosition;
import org.junit.jupiter.api.Test;

class BadNotesTest {

    private static final BadRecord TORN = new BadRecord(Reason.NOT_JSON, "torn", 3);

    private final BadNotes notes = new BadNotes();

    private static RecordPosition at(int partition, long offset) {
        return new RecordPosition("t", partition, offset);
    }

    @Test
    void note_recordReadAgain_isOne() {
        notes.note(TORN, at(0, 7));
        notes.note(TORN, at(0, 8));
        notes.note(TORN, at(0, 7));
        notes.note(TORN, at(0, 8));
        notes.note(TORN, at(1, 1));

        assertThat(notes.all()).singleElement().satisfies(note -> {
            assertThat(note.records()).isEqualTo(3);
            assertThat(note.first()).isEqualTo(at(0, 7));
            assertThat(note.last()).isEqualTo(at(1, 1));
        });
    }

    @Test
    void begin_ofATopicMadeAnew_forgetsTheOldOne() {
        notes.begin("one");
        notes.note(TORN, at(0, 7));
        notes.begin("one");
        assertThat(notes.all()).hasSize(1);

        notes.begin("other");
        notes.note(TORN, at(0, 2));

        assertThat(notes.all())
                .singleElement()
                .satisfies(note -> assertThat(note.first()).isEqualTo(at(0, 2)));
    }
}
