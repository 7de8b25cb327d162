package io.keyfold.codec;

import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import java.util.Set;

/**
 * How the JSON of columns is read and written.
 *
 * @param json as the upstream job writes it
 * @param lenient what is read though it would not be written so
 */
record ColumnReading(JsonOptions json, LenientOptions lenient) {

    /** Where it does not matter. */
    static final ColumnReading ANY = new ColumnReading(JsonOptions.FLINK_DEFAULTS, LenientOptions.NONE);

    static ColumnReading ofKey(TableContract contract) {
        return new ColumnReading(contract.keyJson(), contract.lenient());
    }

    static ColumnReading ofValue(TableContract contract) {
        return new ColumnReading(contract.valueJson(), contract.lenient());
    }

    /** For the parts of a nested type: base64 is declared for whole columns. */
    ColumnReading ofParts() {
        return new ColumnReading(json, new LenientOptions(lenient.numbersAsText(), Set.of(), lenient.timestampZone()));
    }

    /** The same, but decimals written in plain notation with all their digits. */
    ColumnReading withPlainDecimals() {
        return new ColumnReading(new JsonOptions(json.timestampFormat(), true), lenient);
    }
}
