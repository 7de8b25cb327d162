package io.keyfold.codec;

import io.keyfold.codec.BadRecord.Reason;

/**
 * Tells a change envelope from a row. One matching name is not enough, a flat table may own a column called op: an
 * envelope has no declared column at all, and the fields that make it one.
 */
final class Envelope {

    private Envelope() {}

    static void refuse(FieldSet seen) throws Misfit {
        if (!seen.hasNoneDeclared()) {
            return;
        }
        boolean debezium = seen.hasUnknown("op") && (seen.hasUnknown("before") || seen.hasUnknown("after"));
        boolean connect = seen.hasUnknown("schema") && seen.hasUnknown("payload");
        boolean canal = seen.hasUnknown("data") && seen.hasUnknown("type");
        boolean changelog = seen.hasUnknown("+I")
                || seen.hasUnknown("-U")
                || seen.hasUnknown("+U")
                || seen.hasUnknown("-D")
                || (seen.hasUnknown("op") && seen.hasUnknown("data"));
        if (debezium || connect) {
            throw new Misfit(Reason.ENVELOPE, "looks like a CDC envelope (before/after/op)");
        }
        if (canal || changelog) {
            throw new Misfit(Reason.ENVELOPE, "looks like a change envelope (canal or changelog)");
        }
    }
}
