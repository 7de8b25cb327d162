package io.keyfold.crash;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.List;

/** The two tables, and every key that either may ever have. */
final class CrashTables {

    static final String ITEMS = "dwd_order_item";
    static final String USERS = "users";
    static final int ITEM_PARTITIONS = 3;
    static final int USER_PARTITIONS = 2;

    static final int ORDERS = 150;
    static final int ITEMS_AN_ORDER = 4;
    static final int USER_COUNT = 40;

    /** Items that the traffic leaves alone: enough of them that a build takes several turns. */
    static final int STILL_ITEMS = 4_500;

    private CrashTables() {}

    static TableContract items() {
        return TableContracts.named(ITEMS);
    }

    static TableContract users() {
        return new TableContract(
                USERS,
                USERS,
                List.of("user_id"),
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                List.of(
                        new Column("user_id", SqlType.parse("STRING"), false, true),
                        new Column("level", SqlType.parse("INT"), true, false)),
                TopicRequirements.KAFKA_DEFAULTS);
    }

    static List<Object> itemKey(int number) {
        return List.of("A" + number / ITEMS_AN_ORDER, "I" + number % ITEMS_AN_ORDER);
    }

    static List<Object> userKey(int number) {
        return List.of("U" + number);
    }

    static int keys(String table) {
        return table.equals(ITEMS) ? ORDERS * ITEMS_AN_ORDER : USER_COUNT;
    }

    static List<Object> key(String table, int number) {
        return table.equals(ITEMS) ? itemKey(number) : userKey(number);
    }
}
