package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.UpsertTable;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import org.jspecify.annotations.Nullable;

/** In which form a reply has the values of rows. */
public enum ValueForm {
    /** As the upstream job wrote them, byte for byte. */
    RAW,
    /** The declared columns alone, in the contract's order and one spelling: {@code 1000.00} for {@code 1E+3}. */
    CANONICAL;

    /** The query parameter that chooses it. */
    public static final String PARAMETER = "values";

    /**
     * {@return the form that the parameter names}
     *
     * @param text its value; null where it is not given
     */
    public static ValueForm parse(@Nullable String text) {
        if (text == null || text.equals("raw")) {
            return RAW;
        }
        if (text.equals("canonical")) {
            return CANONICAL;
        }
        throw ProblemException.of(ProblemType.BAD_PARAMETER, PARAMETER + ": unknown (expected: raw or canonical)");
    }

    /**
     * {@return a row's value in this form, JSON in UTF-8; not to be modified}
     *
     * @param table the row's
     * @param row the row
     */
    public byte[] json(UpsertTable<RowJson> table, Row<RowJson> row) {
        return this == RAW ? row.value().bytes() : table.canonicalJson(row).getBytes(UTF_8);
    }
}
