package io.keyfold.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A view that never goes back in time: what it asks for, after what it was told. */
final class MonotonicTest {

    private static final String ROW = "/v1/tables/dwd_order_item/rows/A1/I01";
    private static final RowKey KEY = RowKey.of("A1", "I01");

    private final FakeService service = new FakeService();

    @AfterEach
    void close() {
        service.close();
    }

    private ClientTable<RowJson> orders() {
        return service.client().table(TableContracts.named("dwd_order_item"));
    }

    private void found(int partition, long offset, long asOf) {
        service.json(
                "{\"key\":{\"order_id\":\"A1\",\"item_id\":\"I01\"},\"value\":{\"order_id\":\"A1\",\"item_id\":\"I01\"},"
                        + "\"position\":{\"topic\":\"orders\",\"partition\":" + partition + ",\"offset\":" + offset
                        + "}}",
                "Keyfold-As-Of",
                "orders-" + partition + "@" + asOf);
    }

    private void absent(int partition, long asOf) {
        service.problem(
                404,
                "{\"type\":\"/problems/row-not-found\",\"status\":404,\"as_of\":{\"topic\":\"orders\",\"partition\":"
                        + partition + ",\"position\":" + asOf + "}}");
    }

    @Test
    void monotonic_furthestOfEachPartition_isAskedFor() {
        found(3, 41, 50);
        absent(1, 7);
        found(3, 41, 44);
        service.json("{\"rows\":[],\"complete\":true,\"missing\":[],\"stale\":[],\"waiting\":[],\"standby\":[],"
                + "\"as_of\":[{\"topic\":\"orders\",\"partition\":0,\"position\":5}],\"next_page_token\":null}");
        absent(1, 7);
        ClientTable<RowJson> monotonic = orders().monotonic();

        monotonic.get(KEY);
        monotonic.get(KEY);
        monotonic.as(OrderItem.class).get(KEY);
        monotonic.asColumns().scan(Scan.all());
        monotonic.get(KEY);

        assertThat(service.targets())
                .containsExactly(
                        ROW,
                        ROW + "?min-position=orders-3%4050",
                        ROW + "?min-position=orders-1%407%2Corders-3%4050",
                        "/v1/tables/dwd_order_item/rows?page_size=1000&min-position=orders-1%407%2Corders-3%4050",
                        ROW + "?min-position=orders-0%405%2Corders-1%407%2Corders-3%4050");
    }

    /** The answer says how far its partition had been read at least; the row may be of a record behind that. */
    @Test
    void monotonic_rowBehindThePosition_counts() {
        found(3, 60, 50);
        absent(3, 61);
        ClientTable<RowJson> monotonic = orders().monotonic();

        monotonic.get(KEY);
        monotonic.get(KEY);

        assertThat(service.targets()).containsExactly(ROW, ROW + "?min-position=orders-3%4061");
    }

    @Test
    void monotonic_besideTheCallersPositions_asksForTheFurther() {
        found(3, 41, 50);
        absent(3, 99);
        ClientTable<RowJson> monotonic = orders().monotonic();
        monotonic.get(KEY);

        monotonic
                .reading(ReadOptions.ANYWHERE.atLeast(
                        List.of(new PartitionPosition("orders", 3, 99), new PartitionPosition("orders", 2, 1))))
                .get(KEY);

        assertThat(service.targets().get(1)).isEqualTo(ROW + "?min-position=orders-2%401%2Corders-3%4099");
    }

    @Test
    void monotonic_notAskedFor_remembersNothing() {
        found(3, 41, 50);
        found(3, 41, 50);
        found(3, 41, 50);
        ClientTable<RowJson> orders = orders();

        orders.get(KEY);
        orders.get(KEY);
        orders.monotonic().get(KEY);

        assertThat(service.targets()).containsOnly(ROW);
    }
}
