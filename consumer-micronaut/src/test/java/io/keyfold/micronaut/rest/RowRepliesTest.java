package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JSON of rows, from a table without a broker. */
final class RowRepliesTest {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");

    private static final StaleMark AWAY =
            new StaleMark(Optional.of(Instant.parse("2024-01-15T02:40:00Z")), "away for 2 days");

    private final ObjectMapper json = new ObjectMapper();
    private final TableDriver driver = TableDriver.of(ORDER_ITEM);
    private final RowReplies replies = new RowReplies(driver.table(), "/v1/tables/dwd_order_item/rows");
    private final RowHeaders headers = new RowHeaders(ORDER_ITEM);

    @AfterEach
    void close() {
        driver.close();
    }

    private Row<RowJson> row(Object... key) {
        Answer<RowJson> answer = driver.table().get(RowKey.of(key));
        assertThat(answer).isInstanceOf(Answer.Found.class);
        return ((Answer.Found<RowJson>) answer).row();
    }

    @Test
    void row_value_passesThroughByteForByte() throws JsonProcessingException {
        String value = "{ \"item_id\":\"I02\",\t\"order_id\":\"A1001\", \"amount\":1E+2,"
                + " \"sku_id\":\"\\uD83D\\uDE00已\", \"unknown\":[1.50,{}] }";
        driver.rawText(KEY, value);

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), ValueForm.RAW));

        assertThat(reply).startsWith("{\"key\":" + KEY + ",\"value\":" + value + ",\"position\":{");
        assertThat(reply)
                .endsWith(
                        ",\"mark\":null,\"stale\":null,\"waiting\":null,\"self\":\"/v1/tables/dwd_order_item/rows/A1001/I02\"}");
    }

    /** UC-20: the same value in its one spelling, on request. */
    @Test
    void row_canonicalValue_isInOneSpelling() throws JsonProcessingException {
        driver.rawText(KEY, "{\"item_id\":\"I02\",\"order_id\":\"A1001\",\"amount\":1E+3,\"unknown\":1}");

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), ValueForm.CANONICAL));

        assertThat(reply)
                .startsWith(
                        "{\"key\":" + KEY + ",\"value\":{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":null,"
                                + "\"sku_id\":null,\"quantity\":null,\"amount\":1000.00,\"order_status\":null,\"update_time\":null},");
    }

    @Test
    void etag_canonicalValue_namesTheContractToo() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");

        assertThat(headers.etag(row, ValueForm.RAW)).isEqualTo("\"0-0\"");
        assertThat(headers.etag(row, ValueForm.CANONICAL)).isEqualTo("\"0-0-cca5c0a35\"");
    }

    static List<TableContract> contractsOfOtherForms() {
        List<Column> fewer = ORDER_ITEM.columns().subList(0, 6);
        JsonOptions iso = new JsonOptions(JsonOptions.TimestampFormat.ISO_8601, false);
        return List.of(
                changed(ORDER_ITEM.valueJson(), fewer),
                changed(iso, ORDER_ITEM.columns()),
                ORDER_ITEM.withLenient(new LenientOptions(false, Set.of("amount"), Optional.empty())));
    }

    private static TableContract changed(JsonOptions json, List<Column> columns) {
        return new TableContract(
                ORDER_ITEM.name(),
                ORDER_ITEM.topic(),
                ORDER_ITEM.keyColumns(),
                ORDER_ITEM.valueFields(),
                json,
                columns,
                ORDER_ITEM.requirements());
    }

    /** The same record has another canonical text then, and a client's copy is stale; what upstream wrote is the same. */
    @ParameterizedTest
    @MethodSource("contractsOfOtherForms")
    void etag_anotherContract_isAnotherForTheCanonicalValueAlone(TableContract contract) {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");

        RowHeaders others = new RowHeaders(contract);

        assertThat(others.etag(row, ValueForm.CANONICAL)).isNotEqualTo(headers.etag(row, ValueForm.CANONICAL));
        assertThat(others.etag(row, ValueForm.RAW)).isEqualTo(headers.etag(row, ValueForm.RAW));
    }

    @Test
    void row_mark_tellsPositionAndReason() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, "nonsense");

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), ValueForm.RAW));

        assertThat(json.readTree(reply).at("/position/offset").longValue()).isZero();
        assertThat(json.readTree(reply).at("/mark/position/offset").longValue()).isEqualTo(1);
        assertThat(json.readTree(reply).at("/mark/reason").textValue())
                .isNotBlank()
                .doesNotContain("nonsense");
        assertThat(headers.etag(row("A1001", "I02"), ValueForm.RAW)).isEqualTo("\"0-0-m0-1\"");
    }

    private static final PartitionMarks WAITING =
            new PartitionMarks(Optional.empty(), Optional.of(new WaitingMark(Instant.parse("2024-01-15T09:00:00Z"))));

    private static PartitionMarks stale(StaleMark mark) {
        return new PartitionMarks(Optional.of(mark), Optional.empty());
    }

    /** UC-33: that it may have been deleted upstream is told beside the row. */
    @Test
    void row_staleMark_tellsSinceWhenAndWhy() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(stale(AWAY));

        String reply = json.writeValueAsString(replies.row(row, ValueForm.RAW));

        assertThat(reply)
                .contains("\"stale\":{\"caught_up_at\":\"2024-01-15T02:40:00Z\",\"reason\":\"away for 2 days\"}");
    }

    /** The body differs, so a client that has the fresh one must not be told that it has this one. */
    @Test
    void etag_staleMark_namesWhatIsSaidOfIt() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(stale(AWAY));
        Row<RowJson> otherReason = row.withMarks(stale(new StaleMark(AWAY.caughtUpAt(), "lags")));

        String etag = headers.etag(row, ValueForm.RAW);

        assertThat(etag).matches("\"0-0-s[0-9a-f]{8}\"");
        assertThat(headers.etag(otherReason, ValueForm.RAW)).isNotEqualTo(etag);
        assertThat(headers.etag(row, ValueForm.CANONICAL)).matches("\"0-0-s[0-9a-f]{8}-cca5c0a35\"");
    }

    @Test
    void headers_staleRow_tellSinceWhenAndWhy() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(stale(new StaleMark(AWAY.caughtUpAt(), "weg für 2 Tage")));
        MutableHttpResponse<?> response = HttpResponse.ok();

        headers.add(
                response,
                new Answer.Found<>(row, new PartitionPosition("dwd_order_item", 0, 1), AWAY.caughtUpAt()),
                ValueForm.RAW);

        assertThat(response.getHeaders().get("Keyfold-Caught-Up-At")).isEqualTo("2024-01-15T02:40:00Z");
        assertThat(response.getHeaders().get("Keyfold-Stale")).isEqualTo("weg f?r 2 Tage");
    }

    /** UC-53: newer data waits, and may be about this row. */
    @Test
    void row_dataThatWaits_tellsSinceWhen() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(WAITING);
        MutableHttpResponse<?> response = HttpResponse.ok();

        String reply = json.writeValueAsString(replies.row(row, ValueForm.RAW));
        headers.add(
                response,
                new Answer.Found<>(row, new PartitionPosition("dwd_order_item", 0, 1), Optional.empty()),
                ValueForm.RAW);

        assertThat(reply).contains("\"waiting\":{\"since\":\"2024-01-15T09:00:00Z\"}");
        assertThat(response.getHeaders().get("Keyfold-Waiting-Since")).isEqualTo("2024-01-15T09:00:00Z");
    }

    /** The body differs, so a client that has the other one must not be told that it has this one. */
    @Test
    void etag_dataThatWaits_isAnother() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");

        assertThat(headers.etag(row, ValueForm.RAW)).isEqualTo("\"0-0\"");
        assertThat(headers.etag(row.withMarks(WAITING), ValueForm.RAW)).matches("\"0-0-w[0-9a-f]{8}\"");
    }

    @Test
    void headers_freshRow_haveTheTimeAloneWhereItIsKnown() {
        driver.rawText(KEY, KEY);
        PartitionPosition asOf = new PartitionPosition("dwd_order_item", 0, 1);
        MutableHttpResponse<?> known = HttpResponse.ok();
        MutableHttpResponse<?> unknown = HttpResponse.ok();

        headers.add(known, new Answer.Found<>(row("A1001", "I02"), asOf, AWAY.caughtUpAt()), ValueForm.RAW);
        headers.add(unknown, new Answer.Found<>(row("A1001", "I02"), asOf, Optional.empty()), ValueForm.RAW);

        assertThat(known.getHeaders().get("Keyfold-Caught-Up-At")).isEqualTo("2024-01-15T02:40:00Z");
        assertThat(known.getHeaders().contains("Keyfold-Stale")).isFalse();
        assertThat(unknown.getHeaders().contains("Keyfold-Caught-Up-At")).isFalse();
    }

    @Test
    void page_stalePartitions_areNamed() throws JsonProcessingException {
        Page<RowJson> page = new Page<>(
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(new Page.StalePartition(3, AWAY)),
                List.of(),
                List.of());

        String reply = json.writeValueAsString(replies.page(page, ValueForm.RAW));

        assertThat(reply)
                .contains("\"complete\":true")
                .contains("\"stale\":[{\"partition\":3,\"caught_up_at\":\"2024-01-15T02:40:00Z\","
                        + "\"reason\":\"away for 2 days\"}]");
    }

    @Test
    void row_keyThatClientsWouldNormalize_linksToTheQuery() {
        driver.rawText("{\"order_id\":\"..\",\"item_id\":\"a/b\"}", "{\"order_id\":\"..\",\"item_id\":\"a/b\"}");

        assertThat(replies.row(row("..", "a/b"), ValueForm.RAW).self())
                .isEqualTo("/v1/tables/dwd_order_item/rows?order_id=..&item_id=a%2Fb");
    }

    @Test
    void page_moreRows_tellsWhereTheNextBegins() {
        driver.rawText("{\"order_id\":\"A/1\",\"item_id\":\"I01\"}", "{\"order_id\":\"A/1\",\"item_id\":\"I01\"}");
        driver.rawText("{\"order_id\":\"B\",\"item_id\":\"I01\"}", "{\"order_id\":\"B\",\"item_id\":\"I01\"}");

        RowsReply page = replies.page(driver.table().scan(Scan.all().limit(1)), ValueForm.RAW);

        assertThat(page.rows()).hasSize(1);
        assertThat(page.complete()).isTrue();
        assertThat(page.nextAfter()).isEqualTo("A%2F1/I01");
    }
}
