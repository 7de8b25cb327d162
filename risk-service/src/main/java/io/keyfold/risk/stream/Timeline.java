package io.keyfold.risk.stream;

import io.keyfold.risk.stream.UserReads.Minutes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;

/**
 * What a SKU has by the minute of its last change, in a store whose keys are {@code M sku minute item}. Each question is one seek and
 * reads no more than it asks for: a SKU may have many items.
 *
 * @param reader of the store
 * @param sku whose items they are
 */
record Timeline(StateReader reader, String sku) {

    /** Is given items. */
    interface Visitor {

        void visit(StateKeys.Reader item, byte[] value);
    }

    /**
     * Where something is.
     *
     * @param first the first of the minutes of which there is something
     * @param next the first minute after them of which there is something
     */
    record Seen(Optional<Long> first, Optional<Long> next) {}

    /** Visits all of these minutes, in order. */
    Seen visit(Minutes minutes, Visitor visitor) {
        List<Long> first = new ArrayList<>();
        List<Long> next = new ArrayList<>();
        reader.scan(all().number(minutes.from()).key(), all().end(), (key, value) -> {
            StateKeys.Reader parts = new StateKeys.Reader(key);
            parts.text();
            long minute = parts.number();
            if (minute > minutes.to()) {
                next.add(minute);
                return false;
            }
            if (first.isEmpty()) {
                first.add(minute);
            }
            visitor.visit(parts, value);
            return true;
        });
        return new Seen(first.stream().findFirst(), next.stream().findFirst());
    }

    /** Forgets what came before a minute; gives the first minute of which there is something left. */
    Optional<Long> keepFrom(long minute, State state) {
        List<Bytes> gone = new ArrayList<>();
        List<Long> first = new ArrayList<>();
        reader.scan(all(), (key, value) -> {
            StateKeys.Reader parts = new StateKeys.Reader(key);
            parts.text();
            long at = parts.number();
            return at < minute ? gone.add(key) : !first.add(at);
        });
        gone.forEach(state::delete);
        return first.stream().findFirst();
    }

    private StateKeys all() {
        return StateKeys.of('M').text(sku);
    }
}
