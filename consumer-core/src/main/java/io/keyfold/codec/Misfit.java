package io.keyfold.codec;

/** A fault met while bytes are walked; never leaves this package. Has no stack: bad records can be many. */
final class Misfit extends Exception {

    private final transient BadRecord why;

    Misfit(BadRecord.Reason reason, String detail, long atByte) {
        super(detail, null, false, false);
        this.why = new BadRecord(reason, detail, atByte);
    }

    Misfit(BadRecord.Reason reason, String detail) {
        this(reason, detail, -1);
    }

    BadRecord why() {
        return why;
    }
}
