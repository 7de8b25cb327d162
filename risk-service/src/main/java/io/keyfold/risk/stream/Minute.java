package io.keyfold.risk.stream;

import java.time.LocalDateTime;
import java.time.ZoneId;

/** Minutes since the epoch. */
final class Minute {

    private static final long MS = 60_000;

    private Minute() {}

    static long of(long epochMs) {
        return Math.floorDiv(epochMs, MS);
    }

    /** Of a time that says of no zone, in the zone of whoever wrote it. */
    static long of(LocalDateTime time, ZoneId zone) {
        return Math.floorDiv(time.atZone(zone).toEpochSecond(), 60L);
    }
}
