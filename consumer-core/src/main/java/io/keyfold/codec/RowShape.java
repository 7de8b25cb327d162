package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a good value's fields differ from the contract's columns: which are not there, which are null, which are not declared.
 * Says nothing of what is in them.
 */
public final class RowShape {

    /** How a field differs. */
    public enum Difference {
        /** A declared column is not there; it reads as null. */
        ABSENT,
        /** A declared column is there and null. */
        NULL,
        /** A field is there that no column declares; it is kept and not read. */
        UNDECLARED
    }

    /** Every declared column is there and has a value, and nothing else is. */
    public static final RowShape WHOLE = new RowShape(List.of(), new Difference[0], Set.of());

    private final List<String> columns;
    private final @Nullable Difference[] differences;
    private final Set<String> undeclared;

    private RowShape(List<String> columns, @Nullable Difference[] differences, Set<String> undeclared) {
        this.columns = columns;
        this.differences = differences;
        this.undeclared = undeclared;
    }

    /**
     * A shape of these differences, {@link #WHOLE} if there are none.
     *
     * @param columns the names of those that the value carries
     * @param differences for each how it differs; null if it does not; not to be modified
     * @param undeclared the names of other fields; not to be modified
     */
    static RowShape of(List<String> columns, @Nullable Difference[] differences, @Nullable Set<String> undeclared) {
        boolean isWhole = undeclared == null || undeclared.isEmpty();
        for (int i = 0; i < differences.length && isWhole; i++) {
            isWhole = differences[i] == null;
        }
        return isWhole ? WHOLE : new RowShape(columns, differences, undeclared == null ? Set.of() : undeclared);
    }

    /** {@return whether nothing differs} */
    public boolean isWhole() {
        return this == WHOLE;
    }

    /** Shows each declared column that differs, by its index among those that the value carries. */
    public void forEachColumn(ObjIntConsumer<Difference> visitor) {
        requireNonNull(visitor, "visitor");
        for (int i = 0; i < differences.length; i++) {
            Difference difference = differences[i];
            if (difference != null) {
                visitor.accept(difference, i);
            }
        }
    }

    /** {@return the names of fields that no column declares} */
    public Set<String> undeclared() {
        return undeclared;
    }

    /** {@return the columns and how they differ, by name} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("RowShape[");
        forEachColumn((difference, index) ->
                text.append(columns.get(index)).append(' ').append(difference).append(' '));
        new TreeSet<>(undeclared).forEach(name -> text.append(name).append(" UNDECLARED "));
        return text.toString().strip() + "]";
    }
}
