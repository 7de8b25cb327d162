package io.keyfold.store;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.TotalCodec;
import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A total: a record for each group that has rows and, where the measure is one of the group's rows, an entry for each row.
 *
 * <pre>
 * 00 group                        what the group comes to
 * 01 group measured storage key   without a value: the group's rows, the least first; for min, max and top alone
 * </pre>
 *
 * <p>A group's record is read with one get, so it never shows half a change. Rows whose home is another partition are not in
 * it: whether they count depends on their home.
 */
final class TotalProjection implements Projection {

    private static final byte RECORD = 0;
    private static final byte ENTRY = 1;

    private final String name;
    private final TotalCodec codec;
    private final Family family;

    private TotalProjection(String name, TotalCodec codec) {
        this.name = name;
        this.codec = codec;
        this.family = new Family("total." + name);
    }

    static TotalProjection of(TableContract contract, TotalSettings total) {
        return new TotalProjection(total.name(), TotalCodec.of(contract, total));
    }

    String name() {
        return name;
    }

    TotalCodec codec() {
        return codec;
    }

    @Override
    public String label() {
        return "total " + name;
    }

    @Override
    public Family family() {
        return family;
    }

    @Override
    public String fingerprint() {
        return codec.fingerprint();
    }

    @Override
    public boolean takesForeign() {
        return false;
    }

    @Override
    public void follow(
            byte[] storageKey,
            @Nullable Object @Nullable [] before,
            @Nullable Object @Nullable [] after,
            ProjectionFamily out) {
        if (before != null && after != null && countsTheSame(before, after)) {
            return;
        }
        if (before != null) {
            leave(storageKey, before, after, out);
        }
        if (after != null) {
            enter(storageKey, after, out);
        }
    }

    private boolean countsTheSame(@Nullable Object[] before, @Nullable Object[] after) {
        return Arrays.equals(codec.group(before), codec.group(after))
                && codec.plus(GroupTotal.NOTHING, before).equals(codec.plus(GroupTotal.NOTHING, after))
                && (!codec.isOrdered() || Arrays.equals(codec.measured(before), codec.measured(after)));
    }

    private void enter(byte[] storageKey, @Nullable Object[] row, ProjectionFamily out) {
        byte[] group = codec.group(row);
        byte[] key = record(group);
        byte[] known = out.get(key);
        out.put(key, codec.encode(codec.plus(known == null ? GroupTotal.NOTHING : codec.decode(known), row)));
        byte[] measured = codec.isOrdered() ? codec.measured(row) : null;
        if (measured != null) {
            out.enter(entry(group, measured, storageKey));
        }
    }

    private void leave(
            byte[] storageKey, @Nullable Object[] row, @Nullable Object @Nullable [] after, ProjectionFamily out) {
        byte[] group = codec.group(row);
        byte[] key = record(group);
        byte[] known = out.get(key);
        if (known == null) {
            throw new CorruptStoreException("Cannot take a row out of " + label() + ": its group is not there");
        }
        byte[] measured = codec.isOrdered() ? codec.measured(row) : null;
        if (measured != null) {
            out.remove(entry(group, measured, storageKey));
        }
        GroupTotal rest = codec.minus(codec.decode(known), row);
        if (rest.rows() == 0) {
            out.remove(key);
            return;
        }
        if (measured != null && codec.isExtreme() && Arrays.equals(measured, rest.extreme())) {
            rest = rest.withExtreme(staysExtreme(group, measured, after) ? null : extreme(group, measured, out));
        }
        out.put(key, codec.encode(rest));
    }

    /** Whether the row comes back into its group as an extreme at once, so that none need be sought meanwhile. */
    private boolean staysExtreme(byte[] group, byte[] measured, @Nullable Object @Nullable [] after) {
        byte[] next = after == null || !Arrays.equals(group, codec.group(after)) ? null : codec.measured(after);
        int order = next == null ? 0 : Arrays.compareUnsigned(next, measured);
        return next != null && (codec.takesGreatest() ? order >= 0 : order <= 0);
    }

    /** Sought from the last one on: beyond it lies nothing but what was removed, and there may be much of that. */
    private byte @Nullable [] extreme(byte[] group, byte[] last, ProjectionFamily out) {
        byte[] all = entries(group);
        byte[] from = entry(group, last, new byte[0]);
        byte[] entry = out.first(
                codec.takesGreatest()
                        ? new KeyRange(all, KeyRange.firstBehind(from), Direction.REVERSE)
                        : new KeyRange(from, KeyRange.firstBehind(all), Direction.FORWARD));
        return entry == null ? null : measured(entry, group.length);
    }

    /** The key of a group's record; of leading bytes of groups, what the keys of their records begin with. */
    static byte[] record(byte[] group) {
        return behind(RECORD, group);
    }

    /** The records of a range of groups. */
    static KeyRange records(KeyRange groups) {
        byte[] from = groups.from();
        byte[] to = groups.to();
        return new KeyRange(
                from == null ? new byte[] {RECORD} : record(from),
                to == null ? new byte[] {ENTRY} : record(to),
                groups.direction());
    }

    /** The group whose record has that key. */
    static byte[] group(byte[] recordKey) {
        return Arrays.copyOfRange(recordKey, 1, recordKey.length);
    }

    /** What the keys of a group's entries begin with. */
    static byte[] entries(byte[] group) {
        return behind(ENTRY, group);
    }

    private static byte[] behind(byte kind, byte[] group) {
        byte[] key = new byte[1 + group.length];
        key[0] = kind;
        System.arraycopy(group, 0, key, 1, group.length);
        return key;
    }

    private static byte[] entry(byte[] group, byte[] measured, byte[] storageKey) {
        byte[] entry = Arrays.copyOf(entries(group), 1 + group.length + measured.length + storageKey.length);
        System.arraycopy(measured, 0, entry, 1 + group.length, measured.length);
        System.arraycopy(storageKey, 0, entry, 1 + group.length + measured.length, storageKey.length);
        return entry;
    }

    private byte[] measured(byte[] entry, int groupLength) {
        int from = 1 + groupLength;
        return Arrays.copyOfRange(entry, from, from + codec.measuredLength(entry, from));
    }

    /** The row that an entry stands for. */
    RankedRow ranked(byte[] entry, int groupLength) {
        byte[] measured = measured(entry, groupLength);
        return new RankedRow(measured, Arrays.copyOfRange(entry, 1 + groupLength + measured.length, entry.length));
    }
}
