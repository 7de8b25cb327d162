package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.micronaut.limit.Limits;
import io.keyfold.query.Answer;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micronaut.http.HttpRequest;
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
    private final ServedTable table = new ServedTable(driver.table(), Limits.DEFAULTS);
    private final RowHeaders headers = new RowHeaders(table);
    private final RowView canonical = RowView.of(table, ValueForm.CANONICAL, Optional.empty(), Set.of());
    private final RowView masked = RowView.of(table, ValueForm.RAW, Optional.empty(), Set.of("user_id"));
    private final String generation = table.generation().digits();

    @AfterEach
    void close() {
        driver.close();
    }

    private static final HttpRequest<?> GET = HttpRequest.GET("/");

    private String etag(Row<RowJson> row, RowView view) {
        String etag = headers.etag(row, view, GET);
        assertThat(etag).startsWith("\"" + generation + "-");
        return "\"" + etag.substring(generation.length() + 2);
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

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), RowView.PLAIN));

        assertThat(reply).startsWith("{\"key\":" + KEY + ",\"value\":" + value + ",\"position\":{");
        assertThat(reply)
                .endsWith(
                        ",\"mark\":null,\"stale\":null,\"waiting\":null,\"standby\":null,\"self\":\"/v1/tables/dwd_order_item/rows/A1001/I02\"}");
    }

    /** UC-20: the same value in its one spelling, on request. */
    @Test
    void row_canonicalValue_isInOneSpelling() throws JsonProcessingException {
        driver.rawText(KEY, "{\"item_id\":\"I02\",\"order_id\":\"A1001\",\"amount\":1E+3,\"unknown\":1}");

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), canonical));

        assertThat(reply)
                .startsWith(
                        "{\"key\":" + KEY + ",\"value\":{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":null,"
                                + "\"sku_id\":null,\"quantity\":null,\"amount\":1000.00,\"order_status\":null,\"update_time\":null},");
    }

    @Test
    void etag_canonicalValue_namesTheContractToo() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");

        assertThat(etag(row, RowView.PLAIN)).isEqualTo("\"0-0\"");
        assertThat(etag(row, canonical)).isEqualTo("\"0-0-cca5c0a35\"");
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

        try (TableDriver others = TableDriver.of(contract)) {
            ServedTable other = new ServedTable(others.table(), Limits.DEFAULTS);
            RowHeaders otherHeaders = new RowHeaders(other);
            RowView otherCanonical = RowView.of(other, ValueForm.CANONICAL, Optional.empty(), Set.of());

            assertThat(otherHeaders.etag(row, otherCanonical, GET)).isNotEqualTo(headers.etag(row, canonical, GET));
            assertThat(otherHeaders.etag(row, RowView.PLAIN, GET)).isEqualTo(headers.etag(row, RowView.PLAIN, GET));
        }
    }

    @Test
    void row_mark_tellsPositionAndReason() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, "nonsense");

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), RowView.PLAIN));

        assertThat(json.readTree(reply).at("/position/offset").longValue()).isZero();
        assertThat(json.readTree(reply).at("/mark/position/offset").longValue()).isEqualTo(1);
        assertThat(json.readTree(reply).at("/mark/reason").textValue())
                .isNotBlank()
                .doesNotContain("nonsense");
        assertThat(etag(row("A1001", "I02"), RowView.PLAIN)).isEqualTo("\"0-0-m0-1\"");
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

        String reply = json.writeValueAsString(replies.row(row, RowView.PLAIN));

        assertThat(reply)
                .contains("\"stale\":{\"caught_up_at\":\"2024-01-15T02:40:00Z\",\"reason\":\"away for 2 days\"}");
    }

    /** The body differs, so a client that has the fresh one must not be told that it has this one. */
    @Test
    void etag_staleMark_namesWhatIsSaidOfIt() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(stale(AWAY));
        Row<RowJson> otherReason = row.withMarks(stale(new StaleMark(AWAY.caughtUpAt(), "lags")));

        String etag = etag(row, RowView.PLAIN);

        assertThat(etag).matches("\"0-0-s[0-9a-f]{8}\"");
        assertThat(etag(otherReason, RowView.PLAIN)).isNotEqualTo(etag);
        assertThat(etag(row, canonical)).matches("\"0-0-s[0-9a-f]{8}-cca5c0a35\"");
    }

    @Test
    void headers_staleRow_tellSinceWhenAndWhy() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(stale(new StaleMark(AWAY.caughtUpAt(), "weg für 2 Tage")));
        MutableHttpResponse<?> response = HttpResponse.ok();

        headers.add(
                response,
                new Answer.Found<>(row, new PartitionPosition("dwd_order_item", 0, 1), AWAY.caughtUpAt()),
                "\"x\"");

        assertThat(response.getHeaders().get("Keyfold-Caught-Up-At")).isEqualTo("2024-01-15T02:40:00Z");
        assertThat(response.getHeaders().get("Keyfold-Stale")).isEqualTo("weg f?r 2 Tage");
    }

    /** UC-53: newer data waits, and may be about this row. */
    @Test
    void row_dataThatWaits_tellsSinceWhen() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02").withMarks(WAITING);
        MutableHttpResponse<?> response = HttpResponse.ok();

        String reply = json.writeValueAsString(replies.row(row, RowView.PLAIN));
        headers.add(
                response,
                new Answer.Found<>(row, new PartitionPosition("dwd_order_item", 0, 1), Optional.empty()),
                "\"x\"");

        assertThat(reply).contains("\"waiting\":{\"since\":\"2024-01-15T09:00:00Z\"}");
        assertThat(response.getHeaders().get("Keyfold-Waiting-Since")).isEqualTo("2024-01-15T09:00:00Z");
    }

    /** The body differs, so a client that has the other one must not be told that it has this one. */
    @Test
    void etag_dataThatWaits_isAnother() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");

        assertThat(etag(row, RowView.PLAIN)).isEqualTo("\"0-0\"");
        assertThat(etag(row.withMarks(WAITING), RowView.PLAIN)).matches("\"0-0-w[0-9a-f]{8}\"");
    }

    @Test
    void headers_freshRow_haveTheTimeAloneWhereItIsKnown() {
        driver.rawText(KEY, KEY);
        PartitionPosition asOf = new PartitionPosition("dwd_order_item", 0, 1);
        MutableHttpResponse<?> known = HttpResponse.ok();
        MutableHttpResponse<?> unknown = HttpResponse.ok();

        headers.add(known, new Answer.Found<>(row("A1001", "I02"), asOf, AWAY.caughtUpAt()), "\"x\"");
        headers.add(unknown, new Answer.Found<>(row("A1001", "I02"), asOf, Optional.empty()), "\"x\"");

        assertThat(known.getHeaders().get("Keyfold-Caught-Up-At")).isEqualTo("2024-01-15T02:40:00Z");
        assertThat(known.getHeaders().contains("Keyfold-Stale")).isFalse();
        assertThat(unknown.getHeaders().contains("Keyfold-Caught-Up-At")).isFalse();
    }

    @Test
    void row_keyThatClientsWouldNormalize_linksToTheQuery() {
        driver.rawText("{\"order_id\":\"..\",\"item_id\":\"a/b\"}", "{\"order_id\":\"..\",\"item_id\":\"a/b\"}");

        assertThat(replies.row(row("..", "a/b"), RowView.PLAIN).self())
                .isEqualTo("/v1/tables/dwd_order_item/rows?order_id=..&item_id=a%2Fb");
    }

    @Test
    void row_standby_tellsHowFarItIs() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        PartitionMarks standby = new PartitionMarks(
                Optional.empty(),
                Optional.empty(),
                Optional.of(new StandbyMark(Instant.parse("2024-01-15T09:00:00Z"))));
        Row<RowJson> row = row("A1001", "I02").withMarks(standby);
        MutableHttpResponse<?> response = HttpResponse.ok();

        headers.add(
                response,
                new Answer.Found<>(row, new PartitionPosition("dwd_order_item", 0, 1), Optional.empty()),
                "\"x\"");

        assertThat(json.writeValueAsString(replies.row(row, RowView.PLAIN)))
                .contains("\"standby\":{\"read_through\":\"2024-01-15T09:00:00Z\"}");
        assertThat(response.getHeaders().get("Keyfold-Served-By")).isEqualTo("standby");
        assertThat(response.getHeaders().get("Keyfold-Read-Through")).isEqualTo("2024-01-15T09:00:00Z");
        assertThat(etag(row, RowView.PLAIN)).matches("\"0-0-b[0-9a-f]{8}\"");
    }

    @Test
    void row_maskedColumn_isNullAndNamedAndTheRestAsItCame() throws JsonProcessingException {
        driver.rawText(KEY, "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\" : \"U7\",\"amount\":1E+2}");

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), masked));

        assertThat(reply)
                .startsWith("{\"key\":" + KEY
                        + ",\"value\":{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\" : null,\"amount\":1E+2},"
                        + "\"masked\":[\"user_id\"],")
                .doesNotContain("U7");
    }

    @Test
    void row_maskedKeyColumn_hasNoLink() throws JsonProcessingException {
        driver.rawText(KEY, KEY);
        RowView view = RowView.of(table, ValueForm.RAW, Optional.empty(), Set.of("order_id"));

        String reply = json.writeValueAsString(replies.row(row("A1001", "I02"), view));

        assertThat(reply)
                .startsWith("{\"key\":{\"order_id\":null,\"item_id\":\"I02\"},\"value\":{\"order_id\":null,")
                .endsWith(",\"self\":null}")
                .doesNotContain("A1001");
    }

    /** No two bodies that differ have one tag. */
    @Test
    void etag_views_areAllDifferent() {
        driver.rawText(KEY, KEY);
        Row<RowJson> row = row("A1001", "I02");
        HttpRequest<?> compressed = HttpRequest.GET("/").header("Accept-Encoding", "gzip");

        List<String> tags = List.of(
                headers.etag(row, RowView.PLAIN, GET),
                headers.etag(row, RowView.PLAIN, compressed),
                headers.etag(row, canonical, GET),
                headers.etag(row, masked, GET),
                headers.etag(row, fields(List.of("amount"), Set.of()), GET),
                headers.etag(row, fields(List.of("user_id"), Set.of()), GET),
                headers.etag(row, fields(List.of("user_id"), Set.of("user_id")), GET),
                headers.etag(row, fields(List.of("amount", "user_id"), Set.of()), GET),
                headers.etag(row, fields(List.of("user_id", "amount"), Set.of()), GET));

        assertThat(tags).doesNotHaveDuplicates();
    }

    private RowView fields(List<String> fields, Set<String> hidden) {
        return RowView.of(table, ValueForm.RAW, Optional.of(fields), hidden);
    }
}
