package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which part of an ordered list is asked for: values of leading columns, and bounds of the next one. One grammar for rows,
 * indexes and totals:
 *
 * <pre>
 * column=v            the column has this value
 * column.null=true    the column is null; of an index and a total
 * column.from=v       it has this value or one behind it    } of the column
 * column.to=v         it has a value before this one        } behind those
 * column.prefix=text  it begins so; of an index             } that are equal
 * </pre>
 *
 * @param equal texts of leading columns, in the list's order; null for null
 * @param from text of the next column's least value, inclusive
 * @param to text of the next column's end, exclusive
 * @param prefix what the next column's text begins with
 */
record Filter(List<@Nullable String> equal, Optional<String> from, Optional<String> to, Optional<String> prefix) {

    private static final String NULL = ".null";
    private static final String FROM = ".from";
    private static final String TO = ".to";
    private static final String PREFIX = ".prefix";

    /** What a list is ordered by, and may be filtered by. */
    record Columns(List<Name> names, boolean hasPrefix, ProblemType wrong) {

        /** A column, or what is grouped by, as a parameter has it. */
        record Name(String text, boolean nullable) {}

        List<String> texts() {
            return names.stream().map(Name::text).toList();
        }
    }

    Filter {
        equal = Collections.unmodifiableList(new ArrayList<>(equal));
    }

    /** Takes what is said of the columns. A column of the name of a parameter, such as {@code order.from}, goes before it. */
    static Filter take(Parameters parameters, Columns columns) {
        List<Columns.Name> names = columns.names();
        List<Optional<String>> values =
                names.stream().map(name -> parameters.take(name.text())).toList();
        List<@Nullable String> equal = new ArrayList<>();
        @Nullable Bounds bounds = null;
        @Nullable String gap = null;
        for (int i = 0; i < names.size(); i++) {
            Columns.Name name = names.get(i);
            boolean isNull = takeNull(parameters, name, columns);
            Bounds own = Bounds.take(parameters, name.text(), columns.hasPrefix());
            boolean isGiven = values.get(i).isPresent() || isNull || !own.isOpen();
            if (gap != null && isGiven) {
                throw wrong(
                        columns,
                        gap + ": missing, " + name.text() + " is given (expected: leading columns of " + columns.texts()
                                + ")");
            }
            requireOne(name.text(), values.get(i).isPresent(), isNull, !own.isOpen(), columns);
            if (values.get(i).isPresent() || isNull) {
                equal.add(values.get(i).orElse(null));
            } else {
                gap = gap == null ? name.text() : gap;
                bounds = own.isOpen() ? bounds : own;
            }
        }
        Bounds kept = bounds == null ? Bounds.OPEN : bounds;
        return new Filter(equal, kept.from(), kept.to(), kept.prefix());
    }

    private static boolean takeNull(Parameters parameters, Columns.Name name, Columns columns) {
        Optional<String> text = name.nullable() ? parameters.take(name.text() + NULL) : Optional.empty();
        if (text.isPresent() && !text.get().equals("true")) {
            throw wrong(columns, name.text() + NULL + ": something else (expected: true)");
        }
        return text.isPresent();
    }

    private static void requireOne(String name, boolean isEqual, boolean isNull, boolean isBound, Columns columns) {
        if ((isEqual && isNull) || (isEqual && isBound) || (isNull && isBound)) {
            throw wrong(columns, name + ": given in two ways (expected: a value, null, or bounds)");
        }
    }

    private static ProblemException wrong(Columns columns, String detail) {
        return ProblemException.of(columns.wrong(), detail);
    }

    boolean hasBounds() {
        return from.isPresent() || to.isPresent() || prefix.isPresent();
    }

    /** {@return the same text for the same filter, and for no other} */
    String text() {
        StringBuilder text = new StringBuilder();
        equal.forEach(value -> append(text, '=', value));
        append(text, 'f', from.orElse(null));
        append(text, 't', to.orElse(null));
        append(text, 'p', prefix.orElse(null));
        return text.toString();
    }

    private static void append(StringBuilder text, char kind, @Nullable String value) {
        text.append(kind);
        if (value != null) {
            text.append(value.length()).append(':').append(value);
        }
    }

    /** {@return how many values it has: they are not for logs} */
    @Override
    public String toString() {
        return "Filter[" + equal.size() + " values]";
    }

    /** What bounds the column behind those that are equal. */
    private record Bounds(Optional<String> from, Optional<String> to, Optional<String> prefix) {

        static final Bounds OPEN = new Bounds(Optional.empty(), Optional.empty(), Optional.empty());

        static Bounds take(Parameters parameters, String name, boolean hasPrefix) {
            if (parameters.isEmpty()) {
                return OPEN;
            }
            Bounds bounds = new Bounds(
                    parameters.take(name + FROM),
                    parameters.take(name + TO),
                    hasPrefix ? parameters.take(name + PREFIX) : Optional.empty());
            if (bounds.prefix.isPresent() && (bounds.from.isPresent() || bounds.to.isPresent())) {
                throw Parameters.bad(name + PREFIX + ": beside " + FROM + " or " + TO + " (expected: by itself)");
            }
            return bounds;
        }

        boolean isOpen() {
            return from.isEmpty() && to.isEmpty() && prefix.isEmpty();
        }
    }
}
