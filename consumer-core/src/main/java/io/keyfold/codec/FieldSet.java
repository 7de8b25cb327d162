package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.codec.RowShape.Difference;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields met while one object is walked: refuses a second of a name, tells declared ones from others. */
final class FieldSet {

    private final List<String> declared;
    private final Map<String, Integer> indexes;
    /** Whose fields they are, for faults; empty for the record's own. */
    private final String owner;

    private final BitSet known = new BitSet();
    private final Set<String> unknown = new HashSet<>();
    private final Set<String> unknownStructures = new HashSet<>();

    FieldSet(List<String> declared) {
        this(declared, indexes(declared));
    }

    FieldSet(List<String> declared, Map<String, Integer> indexes) {
        this(declared, indexes, "");
    }

    FieldSet(List<String> declared, Map<String, Integer> indexes, String owner) {
        this.declared = declared;
        this.indexes = indexes;
        this.owner = owner;
    }

    static Map<String, Integer> indexes(List<String> declared) {
        Map<String, Integer> indexes = new HashMap<>();
        for (int i = 0; i < declared.size(); i++) {
            indexes.put(declared.get(i), i);
        }
        return indexes;
    }

    /** The index of a declared field, -1 of another. */
    int add(String field, JsonParser parser) throws Misfit {
        Integer index = indexes.get(field);
        boolean isFirst;
        if (index == null) {
            isFirst = unknown.add(field);
            if (parser.currentToken().isStructStart()) {
                unknownStructures.add(field);
            }
        } else {
            isFirst = !known.get(index);
            known.set(index);
        }
        if (!isFirst) {
            String what = index == null ? "an undeclared field" : "field " + field;
            throw new Misfit(
                    Reason.DUPLICATE_FIELD,
                    what + (owner.isEmpty() ? "" : " of column " + owner) + " stands twice",
                    parser.currentLocation().getByteOffset());
        }
        return index == null ? -1 : index;
    }

    boolean has(int index) {
        return known.get(index);
    }

    /** How the fields met differ from those declared. */
    RowShape shape(@Nullable Object[] values) {
        @Nullable Difference[] differences = new @Nullable Difference[declared.size()];
        for (int i = 0; i < differences.length; i++) {
            if (values[i] == null) {
                differences[i] = known.get(i) ? Difference.NULL : Difference.ABSENT;
            }
        }
        return RowShape.of(declared, differences, unknown);
    }

    List<String> known() {
        return known.stream().mapToObj(declared::get).toList();
    }

    /** Whether a field that is not declared is there and holds an object or an array. */
    boolean hasStructure(String field) {
        return unknownStructures.contains(field);
    }

    /** Whether a field of that name is there, declared or not. */
    boolean hasAny(String field) {
        Integer index = indexes.get(field);
        return index == null ? unknown.contains(field) : known.get(index);
    }

    boolean hasUnknown(String field) {
        return unknown.contains(field);
    }
}
