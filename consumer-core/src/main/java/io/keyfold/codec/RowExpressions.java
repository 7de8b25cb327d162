package io.keyfold.codec;

import io.keyfold.schemas.TableContract;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The expressions of an index or of a group, whose bytes lie one after the other. */
final class RowExpressions {

    private final String owner;
    private final List<RowExpression> all;

    /**
     * Expressions in their order.
     *
     * @param owner whose they are, for messages
     */
    RowExpressions(String owner, List<RowExpression> all) {
        this.owner = owner;
        this.all = List.copyOf(all);
    }

    /** Those of a table's key, which its storage keys are made of. */
    static RowExpressions ofKey(TableContract contract) {
        return new RowExpressions(
                "key",
                contract.keyColumns().stream()
                        .map(column -> RowExpression.of(contract, column))
                        .toList());
    }

    void store(@Nullable Object[] row, StorageKeyWriter out) {
        for (RowExpression expression : all) {
            expression.store(expression.value(row), out);
        }
    }

    void skip(StorageKeyReader in) {
        for (RowExpression expression : all) {
            expression.skip(in);
        }
    }

    List<@Nullable Object> load(StorageKeyReader in) {
        List<@Nullable Object> values = new ArrayList<>(all.size());
        for (RowExpression expression : all) {
            values.add(expression.load(in));
        }
        return Collections.unmodifiableList(values);
    }

    /** What begins the bytes of all rows with these leading values. */
    StorageKeyWriter prefix(List<? extends @Nullable Object> leading) {
        checkCount(leading.size(), 0);
        StorageKeyWriter out = new StorageKeyWriter();
        for (int i = 0; i < leading.size(); i++) {
            Object value = leading.get(i);
            all.get(i).store(value == null ? null : all.get(i).check(value), out);
        }
        return out;
    }

    /** What begins the bytes of all rows with these leading values whose next value is a text that begins so. */
    StorageKeyWriter textPrefix(List<? extends @Nullable Object> leading, String beginning) {
        StorageKeyWriter out = prefix(leading);
        if (leading.size() == all.size()) {
            throw new IllegalArgumentException(
                    owner + ": " + leading.size() + " values before a beginning (expected: fewer, of " + names() + ")");
        }
        RowExpression next = all.get(leading.size());
        if (next.codec().javaType() != String.class) {
            throw new IllegalArgumentException(owner + ": a beginning of " + next.text() + ", which is "
                    + next.codec().column().type() + " (expected: a STRING, VARCHAR or CHAR)");
        }
        next.storeBeginning(beginning, out);
        return out;
    }

    /** Reads texts that a caller gave as leading values. */
    List<Object> parse(List<String> texts) {
        checkCount(texts.size(), 1);
        List<Object> values = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            values.add(all.get(i).codec().checkText(texts.get(i)));
        }
        return values;
    }

    private void checkCount(int given, int least) {
        if (given < least || given > all.size()) {
            throw new IllegalArgumentException(
                    owner + ": " + given + " values (expected: those of " + names() + ", or leading ones)");
        }
    }

    private String names() {
        return all.stream().map(RowExpression::text).collect(Collectors.joining(", "));
    }

    /** Text that changes whenever the bytes would. */
    String fingerprint() {
        return all.stream().map(RowExpression::fingerprint).collect(Collectors.joining(", ", "[", "]"));
    }
}
