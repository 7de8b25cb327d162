package io.keyfold.test.topic;

import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;

/** Keys as Flink would write them, one a partition, that no row of a test is likely to have. */
final class FillerKeys {

    private static final int MOST_TRIED = 100_000;
    private static final String TEXT = "filler-";
    private static final int LONGEST_TEXT = 16;

    private FillerKeys() {}

    /**
     * {@return one key's bytes for each partition}
     *
     * @throws IllegalArgumentException if the key has no column with room for odd values
     */
    static List<byte[]> of(TableContract contract, UpsertRecords records, int partitions) {
        if (contract.key().stream().noneMatch(FillerKeys::hasRoom)) {
            throw new IllegalArgumentException("key columns " + contract.keyColumns()
                    + ": none of STRING, a long VARCHAR, INT or BIGINT (expected: a filler of the caller's own)");
        }
        List<byte[]> keys = new ArrayList<>();
        Set<Integer> homes = new HashSet<>();
        for (int number = 0; number < MOST_TRIED && keys.size() < partitions; number++) {
            byte[] key = records.key(key(contract, number));
            if (homes.add(Utils.toPositive(Utils.murmur2(key)) % partitions)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static boolean hasRoom(Column column) {
        SqlType type = column.type();
        return switch (type.name()) {
            case STRING, INT, BIGINT -> true;
            case VARCHAR -> type.precision() >= LONGEST_TEXT;
            default -> false;
        };
    }

    private static RowKey key(TableContract contract, int number) {
        List<Object> values = new ArrayList<>();
        for (Column column : contract.key()) {
            values.add(hasRoom(column) ? odd(column, number) : some(column));
        }
        return new RowKey(values);
    }

    private static Object odd(Column column, int number) {
        return switch (column.type().name()) {
            case INT -> Integer.MAX_VALUE - number;
            case BIGINT -> Long.MAX_VALUE - number;
            default -> TEXT + number;
        };
    }

    private static Object some(Column column) {
        SqlType type = column.type();
        return switch (type.name()) {
            case CHAR, VARCHAR -> "f";
            case BOOLEAN -> false;
            case TINYINT -> (byte) 0;
            case SMALLINT -> (short) 0;
            case FLOAT -> 0F;
            case DOUBLE -> 0D;
            case DECIMAL -> BigDecimal.valueOf(0, type.scale());
            case DATE -> LocalDate.EPOCH;
            case TIME -> LocalTime.MIDNIGHT;
            case TIMESTAMP -> LocalDate.EPOCH.atStartOfDay();
            case TIMESTAMP_LTZ -> Instant.EPOCH;
            default ->
                throw new IllegalArgumentException("key column " + column.name() + ": " + type
                        + " (expected: a filler of the caller's own for such a type)");
        };
    }
}
