package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is read though Flink would not write it so. Each is off until a contract turns it on, for each makes two spellings
 * one, or guesses.
 *
 * @param numbersAsText whether a number may stand as a text: {@code "12"} for an INT, {@code "10.50"} for a DECIMAL
 * @param base64Decimals the DECIMAL columns whose texts are the base64 of the unscaled value's big-endian two's complement, as
 *     change data capture tools write decimals: {@code "BNI="} for 12.34
 * @param timestampZone the zone in which a TIMESTAMP is meant: one with Z or an offset is then taken to its local time; empty to
 *     refuse it
 */
public record LenientOptions(boolean numbersAsText, Set<String> base64Decimals, Optional<ZoneId> timestampZone) {

    /** All are off. */
    public static final LenientOptions NONE = new LenientOptions(false, Set.of(), Optional.empty());

    /** Copies the set, in order: its text is part of what a local copy is bound to. */
    public LenientOptions {
        base64Decimals = Collections.unmodifiableSet(new TreeSet<>(base64Decimals));
        requireNonNull(timestampZone, "timestampZone");
    }
}
