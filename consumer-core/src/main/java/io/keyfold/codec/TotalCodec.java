package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A total's groups as bytes, and how a row changes what is kept of its group.
 *
 * <pre>
 *       +-----+------------------------+-----+------------------------+--- --+
 * group | tag | order-preserving form, | tag | order-preserving form, | ...  |   no bytes: one group of all rows
 *       |     | nothing if it is null  |     | nothing if it is null  |      |
 *       +-----+------------------------+-----+------------------------+--- --+
 *             what comes first in the grouping   what comes second
 * tag   00: null; 01: a value
 *
 *          +-----------------------+
 * measured | order-preserving form |
 *          +-----------------------+
 * </pre>
 *
 * <p>Groups sort as their values do, nulls first, and leading values are a prefix of their groups alone. Both forms end by
 * themselves. Safe for many threads.
 */
public final class TotalCodec {

    /** Of the groups, the measured forms and what is kept of a group. */
    private static final int FORMAT = 1;

    private final String owner;
    private final RowExpressions groupBy;
    private final GroupMeasure measure;
    private final String fingerprint;

    private TotalCodec(String owner, RowExpressions groupBy, GroupMeasure measure, String fingerprint) {
        this.owner = owner;
        this.groupBy = groupBy;
        this.measure = measure;
        this.fingerprint = fingerprint;
    }

    /**
     * {@return the codec of a total}
     *
     * @param contract what the table's topic holds
     * @param total one that fits the contract
     */
    public static TotalCodec of(TableContract contract, TotalSettings total) {
        requireNonNull(contract, "contract");
        String owner = "total " + total.name();
        RowExpressions groupBy = new RowExpressions(
                owner,
                total.groupBy().stream()
                        .map(grouping -> RowExpression.of(contract, grouping))
                        .toList());
        GroupMeasure measure = GroupMeasure.of(contract, total.measure());
        String key =
                measure.isOrdered() ? " key " + RowExpressions.ofKey(contract).fingerprint() : "";
        return new TotalCodec(
                owner,
                groupBy,
                measure,
                "total format " + FORMAT + " " + measure.fingerprint() + " by " + groupBy.fingerprint() + key);
    }

    /**
     * {@return the group of a row}
     *
     * @param row the contract's columns in its order, as {@link RowValues#read} gives them
     */
    public byte[] group(@Nullable Object[] row) {
        StorageKeyWriter out = new StorageKeyWriter();
        groupBy.store(row, out);
        return out.toBytes();
    }

    /**
     * {@return what the rows of a group have in common: of a column its value, of a minute its first moment as a
     * LocalDateTime of a TIMESTAMP or an Instant of a TIMESTAMP_LTZ, of a day a LocalDate; unmodifiable, with nulls}
     *
     * @param group what {@link #group} gave
     */
    public List<@Nullable Object> groupValues(byte[] group) {
        return groupBy.load(new StorageKeyReader(group));
    }

    /**
     * {@return what begins all groups with these leading values, and no other}
     *
     * @param leading as {@link #groupValues} gives them, perhaps none; null is a value
     * @throws IllegalArgumentException if a value does not fit what is grouped by, naming it
     */
    public byte[] groupPrefix(List<? extends @Nullable Object> leading) {
        return groupBy.prefix(requireNonNull(leading, "leading")).toBytes();
    }

    /** {@return whether an entry a row is kept, ordered by the measured column: of min, max and top} */
    public boolean isOrdered() {
        return measure.isOrdered();
    }

    /** {@return whether one value of the group's rows is told: the best, of min and max} */
    public boolean isExtreme() {
        return measure.isExtreme();
    }

    /** {@return whether the greatest value is the best: of max and top} */
    public boolean takesGreatest() {
        return measure.takesGreatest();
    }

    /** {@return how many rows of a group are told at the most: of top, else 0} */
    public int topRows() {
        return measure.topRows();
    }

    /**
     * {@return the measured column's order-preserving form, without a tag; null if its value is: nulls are not measured,
     * as in SQL}
     *
     * @param row the contract's columns in its order, as {@link RowValues#read} gives them
     * @throws IllegalStateException if the total is not ordered
     */
    public byte @Nullable [] measured(@Nullable Object[] row) {
        return measure.measured(row);
    }

    /**
     * {@return the value of a measured form}
     *
     * @param measured what {@link #measured} gave
     * @throws IllegalStateException if the total is not ordered
     */
    public Object measuredValue(byte[] measured) {
        return measure.measuredValue(measured);
    }

    /**
     * {@return the length of a measured form, which ends by itself}
     *
     * @param bytes what holds it
     * @param from where it begins
     * @throws IllegalStateException if the total is not ordered
     */
    public int measuredLength(byte[] bytes, int from) {
        return measure.measuredLength(bytes, from);
    }

    /**
     * {@return the total with a row more}
     *
     * @param total of the row's group; {@link GroupTotal#NOTHING} where it has none
     * @param row the contract's columns in its order, as {@link RowValues#read} gives them
     */
    public GroupTotal plus(GroupTotal total, @Nullable Object[] row) {
        return measure.plus(total, row);
    }

    /**
     * {@return the total with a row less, its extreme as it was: only the rows that are left tell the next}
     *
     * @param total of the row's group
     * @param row the contract's columns in its order, as {@link RowValues#read} gives them
     */
    public GroupTotal minus(GroupTotal total, @Nullable Object[] row) {
        return measure.minus(total, row);
    }

    /**
     * {@return the total of the rows of both}
     *
     * @param one of a group
     * @param other of the same group in another partition
     */
    public GroupTotal merge(GroupTotal one, GroupTotal other) {
        return measure.merge(one, other);
    }

    /**
     * {@return the bytes of what is kept of a group}
     *
     * @param total what to store
     */
    public byte[] encode(GroupTotal total) {
        return GroupTotalBytes.encode(total);
    }

    /**
     * {@return what is kept of a group}
     *
     * @param bytes what {@link #encode} gave
     * @throws IllegalStateException if they are of another format
     */
    public GroupTotal decode(byte[] bytes) {
        return GroupTotalBytes.decode(owner, bytes);
    }

    /**
     * {@return what a reader sees: of a count the rows as a Long, of a sum a BigDecimal of the column's scale, of min and
     * max a value of the column; empty where all values are null, and of top}
     *
     * @param total of a group
     */
    public Optional<Object> value(GroupTotal total) {
        return measure.value(total);
    }

    /**
     * Compares two groups by their values, in the order of an index, those without a value first; of top all are equal.
     *
     * @param one of a group
     * @param other of another group
     * @return less than 0, 0 or more, as {@link java.util.Comparator#compare} says
     */
    public int compare(GroupTotal one, GroupTotal other) {
        return measure.compare(one, other);
    }

    /**
     * {@return text that changes whenever the bytes would: the format, the measure, the grouping, their types, the rules
     * of its zones as this Java has them and, where an entry a row is kept, the key} It is the same for any rows of top.
     */
    public String fingerprint() {
        return fingerprint;
    }
}
