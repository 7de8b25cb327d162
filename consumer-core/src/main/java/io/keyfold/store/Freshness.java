package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.keyfold.row.StaleMark;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whether one local copy may have missed deletes.
 *
 * <p>It has a time as of which the copy is known to hold no row whose delete was stable then: {@code caughtUpAt}. A topic keeps a
 * tombstone for {@code delete.retention.ms} at least after the cleaning that met it, so whoever reads on within that time misses
 * none. Half of it is trusted; the other half is for clocks that differ.
 *
 * <pre>
 * safe --not caught up again within half of delete.retention.ms--> suspect --an audit passes--> safe
 * </pre>
 *
 * <p>A copy that is empty and is loaded from the log's start is safe as of the beginning of its load. One whose past is not known
 * is suspect. Where the contract declares that records expire, a copy that was opened is suspect until the rows have gone that
 * expired meanwhile.
 *
 * <p>An audit proves the rows of a moment. It counts where the reader has kept up since it began, that is, has always been caught
 * up within that half.
 *
 * <p>It lies in the copy's meta family, written with the rows that it is about:
 *
 * <pre>
 * caught-up   caughtUpAt, ms since 1970 | the least delete.retention.ms that counted since, ms; both i64, big-endian
 * </pre>
 *
 * <p>Any thread.
 */
final class Freshness {

    /** Of a time: none. */
    private static final long NONE = Long.MIN_VALUE;

    private static final byte[] CAUGHT_UP = "caught-up".getBytes(US_ASCII);
    private static final int TRUSTED_PART = 2;
    /** A clock that was set back by more, or by a quarter of the retention, makes what was written of later times worthless. */
    private static final long MOST_AHEAD_MS = 60_000;

    private final Retention retention;
    private final LongSupplier clockMs;
    private volatile long caughtUpAt = NONE;
    /** Until then it is safe, whatever comes: each read asks for it, and must not wait. */
    private volatile long safeUntil = NONE;
    /** A clock that is not beyond it was set back. */
    private volatile long safeAfter = Long.MAX_VALUE;
    /** What counted before this process began to look, as long as caughtUpAt is of that time. */
    private long retentionThen = Long.MAX_VALUE;

    private long writtenAt = NONE;
    private long writtenRetention;
    private long passedAt = NONE;
    private long keptUpSince = NONE;
    private volatile boolean awaitsExpiry;

    /** Of a copy whose past is not known. */
    Freshness(Retention retention, LongSupplier clockMs) {
        this.retention = retention;
        this.clockMs = clockMs;
    }

    /** What a copy says of itself. */
    static Freshness read(UnaryOperator<byte @Nullable []> meta, Retention retention, LongSupplier clockMs) {
        Freshness read = new Freshness(retention, clockMs);
        byte[] bytes = meta.apply(CAUGHT_UP);
        if (bytes != null) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            read.caughtUpAt = in.getLong();
            read.retentionThen = in.getLong();
            read.writtenAt = read.caughtUpAt;
            read.writtenRetention = read.retentionThen;
            read.refuseTheFuture(clockMs.getAsLong());
            read.reckon();
        }
        return read;
    }

    /** The copy is empty, and is loaded from the log's start from now on. */
    synchronized void loads() {
        advance(clockMs.getAsLong());
    }

    /** The copy was thrown away. */
    synchronized void forget() {
        caughtUpAt = NONE;
        retentionThen = Long.MAX_VALUE;
        writtenAt = NONE;
        reckon();
        restarted();
    }

    /** A reader begins, which has not read anything yet. */
    synchronized void restarted() {
        passedAt = NONE;
        keptUpSince = NONE;
    }

    /** The reader has passed what was stable then, and all of it is in the rows. */
    synchronized void passed(StableEnd end) {
        long now = clockMs.getAsLong();
        refuseTheFuture(now);
        boolean isContinuous = passedAt != NONE && keepsUp(now);
        passedAt = Math.max(passedAt, end.atMs());
        if (!keepsUp(now)) {
            keptUpSince = NONE;
        } else if (keptUpSince == NONE || !isContinuous) {
            keptUpSince = now;
        }
        if (isSafe(now)) {
            advance(Math.max(caughtUpAt, end.atMs()));
        }
    }

    /** What a clock said that ran ahead would become true again one day. */
    private void refuseTheFuture(long now) {
        if (caughtUpAt != NONE && caughtUpAt - now >= mostAhead()) {
            caughtUpAt = NONE;
        }
        if (Math.max(passedAt, keptUpSince) - mostAhead() >= now) {
            restarted();
        }
    }

    private void advance(long atMs) {
        caughtUpAt = atMs;
        if (writtenAt == NONE || atMs > writtenAt) {
            retentionThen = Long.MAX_VALUE;
        }
        reckon();
    }

    /** Until when it is safe, for the retention may have changed. */
    private void reckon() {
        long half = leastRetention() / TRUSTED_PART;
        safeUntil = caughtUpAt == NONE ? NONE : caughtUpAt + Math.min(half, Long.MAX_VALUE - Math.max(0, caughtUpAt));
        safeAfter = caughtUpAt == NONE ? Long.MAX_VALUE : caughtUpAt - mostAhead();
    }

    /** By how much a time may lie in the future: a clock may go back by less. */
    private long mostAhead() {
        return Math.max(1, Math.min(MOST_AHEAD_MS, leastRetention() / TRUSTED_PART / TRUSTED_PART));
    }

    private boolean isTrusted(long ageMs) {
        return ageMs < leastRetention() / TRUSTED_PART;
    }

    /** Of the reader: what the retention was before it last passed an end does not matter to it. */
    private boolean keepsUp(long now) {
        return now - passedAt < retention.leastSince(passedAt) / TRUSTED_PART;
    }

    private long leastRetention() {
        return Math.min(retentionThen, retention.leastSince(caughtUpAt));
    }

    /** Whether no delete can have been missed; what has expired is another matter. */
    synchronized boolean isSafe() {
        reckon();
        return isSafe(clockMs.getAsLong());
    }

    private boolean isSafe(long now) {
        return caughtUpAt != NONE && caughtUpAt - now < mostAhead() && isTrusted(now - caughtUpAt);
    }

    /** Whether the reader has been caught up ever since then. */
    synchronized boolean hasKeptUpSince(long atMs) {
        return isKeptUp() && keptUpSince <= atMs;
    }

    /** Whether the reader is caught up now: an audit that begins can pass. */
    synchronized boolean isKeptUp() {
        return keptUpSince != NONE && keepsUp(clockMs.getAsLong());
    }

    /** An audit has passed that began then; false where the reader has not kept up since, so that it proves nothing. */
    synchronized boolean audited(long beganMs) {
        if (!hasKeptUpSince(beganMs)) {
            return false;
        }
        advance(passedAt);
        return true;
    }

    /** Rows may have expired while nobody looked. */
    synchronized void awaitExpiry() {
        awaitsExpiry = true;
    }

    /** Those that had expired are gone. */
    synchronized void expiryDone() {
        awaitsExpiry = false;
    }

    /** As of when the reader has seen all that was stable then; empty before it has. */
    synchronized Optional<Instant> passedAt() {
        return passedAt == NONE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(passedAt));
    }

    Optional<Instant> caughtUpAt() {
        long at = caughtUpAt;
        return at == NONE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(at));
    }

    /** Why its rows may have been deleted upstream; empty while that cannot be. */
    Optional<StaleMark> stale() {
        long now = clockMs.getAsLong();
        boolean isSafe = now > safeAfter && now < safeUntil;
        return isSafe && !awaitsExpiry ? Optional.empty() : mark(now);
    }

    private synchronized Optional<StaleMark> mark(long now) {
        reckon();
        if (!isSafe(now)) {
            return Optional.of(new StaleMark(caughtUpAt(), reason(now)));
        }
        return awaitsExpiry
                ? Optional.of(new StaleMark(caughtUpAt(), "rows whose records have expired are being looked for"))
                : Optional.empty();
    }

    private String reason(long now) {
        if (caughtUpAt == NONE) {
            return "it is not known when the deletes of this partition were last seen";
        }
        if (caughtUpAt - now >= mostAhead()) {
            return "the clock was set back: deletes were last seen at " + Instant.ofEpochMilli(caughtUpAt);
        }
        return "deletes were last seen at "
                + Instant.ofEpochMilli(caughtUpAt).truncatedTo(ChronoUnit.SECONDS)
                + ", longer ago than half of delete.retention.ms, which is "
                + Duration.ofMillis(leastRetention()).dividedBy(TRUSTED_PART) + ": some may have been missed";
    }

    /** Whether there is something that {@link #writeTo} would write. */
    synchronized boolean isWritten() {
        return caughtUpAt == writtenAt && (caughtUpAt == NONE || leastRetention() == writtenRetention);
    }

    /** Puts it into the batch of the rows that it is about, if it has changed. */
    synchronized void writeTo(BiConsumer<byte[], byte[]> meta) {
        if (!isWritten()) {
            writtenAt = caughtUpAt;
            writtenRetention = leastRetention();
            meta.accept(
                    CAUGHT_UP,
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(writtenAt)
                            .putLong(writtenRetention)
                            .array());
        }
    }
}
