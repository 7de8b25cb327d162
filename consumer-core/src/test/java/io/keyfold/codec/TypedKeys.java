package io.keyfold.codec;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.ArrayList;
import java.util.List;

/** A contract whose key columns {@code k0, k1, …} are of some types, and that has no others. */
final class TypedKeys {

    private TypedKeys() {}

    static TableContract of(String... types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(new Column("k" + i, SqlType.parse(types[i]), false, false));
        }
        return new TableContract(
                "t",
                "t",
                columns.stream().map(Column::name).toList(),
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                columns,
                TopicRequirements.KAFKA_DEFAULTS);
    }
}
