package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

/**
 * How the upstream job was told to write JSON; the key's bytes, and with them its partition, depend on it.
 *
 * @param timestampFormat Flink's {@code json.timestamp-format.standard}
 * @param decimalAsPlainNumber Flink's {@code json.encode.decimal-as-plain-number}: {@code 100.00} instead of {@code 1E+2}
 */
public record JsonOptions(TimestampFormat timestampFormat, boolean decimalAsPlainNumber) {

    /** What Flink does when it is told nothing. */
    public static final JsonOptions FLINK_DEFAULTS = new JsonOptions(TimestampFormat.SQL, false);

    /** How a time is spelled. */
    public enum TimestampFormat {
        /** {@code 2024-01-15 10:30:00.12}. */
        SQL,
        /** {@code 2024-01-15T10:30:00.12}. */
        ISO_8601
    }

    /** Refuses a missing format. */
    public JsonOptions {
        requireNonNull(timestampFormat, "timestampFormat");
    }
}
