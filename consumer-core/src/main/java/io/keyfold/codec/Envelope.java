package io.keyfold.codec;

import io.keyfold.codec.BadRecord.Reason;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;

/**
 * Tells a change envelope from a row. One matching name is not enough, a flat table may own a column called op: an envelope
 * has no declared column but such a one, and an undeclared field that holds an image: an object or an array.
 */
final class Envelope {

    private static final Set<String> ROW_KINDS = Set.of("+I", "-U", "+U", "-D");
    private static final Set<String> IMAGES = Set.of("before", "after", "payload", "data", "+I", "-U", "+U", "-D");
    private static final Set<String> NAMES =
            Set.of("before", "after", "payload", "data", "op", "op_type", "type", "schema");

    private Envelope() {}

    /** Whether a value with these undeclared fields has to be looked at: {@link #refuse} decides. */
    static boolean isConceivable(Collection<String> undeclared) {
        return !Collections.disjoint(undeclared, IMAGES);
    }

    static void refuse(FieldSet seen) throws Misfit {
        if (!NAMES.containsAll(seen.known())) {
            return;
        }
        boolean hasImage = seen.hasStructure("before")
                || seen.hasStructure("after")
                || (seen.hasUnknown("before") && seen.hasUnknown("after"));
        if (hasImage && seen.hasAny("op")) {
            throw envelope("a CDC envelope (before/after/op), as debezium-json writes it");
        }
        if (hasImage && seen.hasAny("op_type")) {
            throw envelope("a CDC envelope (before/after/op_type), as ogg-json writes it");
        }
        if (seen.hasStructure("payload") && seen.hasAny("schema")) {
            throw envelope("a CDC envelope (before/after/op) inside schema/payload, as Kafka Connect's JSON writes it");
        }
        if (seen.hasStructure("data") && seen.hasAny("type")) {
            throw envelope("a change envelope (data/type), as canal-json and maxwell-json write it");
        }
        if ((seen.hasStructure("data") && seen.hasAny("op"))
                || ROW_KINDS.stream().anyMatch(seen::hasStructure)) {
            throw envelope("a change envelope (data/op), as changelog-json writes it");
        }
    }

    private static Misfit envelope(String what) {
        return new Misfit(Reason.ENVELOPE, "looks like " + what + ", and not like a row");
    }
}
