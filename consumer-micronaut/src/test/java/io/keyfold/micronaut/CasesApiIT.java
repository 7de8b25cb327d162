package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real cases as REST's bytes show them; what the core makes of them is in io.keyfold.cases of consumer-test. */
final class CasesApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String ORDERS = "/v1/tables/dwd_order_item/rows";
    private static final String TICKETS = "/v1/tables/ticket/rows";
    private static final String CANONICAL = "?values=canonical";

    @TempDir
    static Path stateDir;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static TableServer server;

    @BeforeAll
    static void writeRecordsAndStart() {
        Path ticket = ticketContract();
        TableContract orders = KAFKA.createTable(TableContracts.named("dwd_order_item"), 2);
        TableContract tickets = KAFKA.createTable(TableContracts.file(ticket), 1);
        writeOrders(orders);
        writeTickets(tickets);
        Map<String, Object> settings = TableServer.settings(
                KAFKA.bootstrapServers(),
                KAFKA.uniqueName("cases"),
                stateDir,
                "dwd_order_item",
                orders.topic(),
                orders.topic() + ".dlq");
        settings.put("keyfold.tables.ticket.contract", "file:" + ticket);
        settings.put("keyfold.tables.ticket.topic", tickets.topic());
        server = TableServer.start(settings).awaitReady();
    }

    static Path ticketContract() {
        try {
            return Path.of(
                    requireNonNull(CasesApiIT.class.getResource("ticket.yaml")).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static void writeOrders(TableContract contract) {
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            write(topic, "A1001", "\"amount\":1E+3");
            write(topic, "A1002", "\"amount\":3.456789012E7");
            write(topic, "C3001", "\"amount\":0.05");
            write(topic, "B2001", "\"amount\":-0.0");
            write(topic, "T1", "\"update_time\":\"2024-01-15 10:40:00\"");
            write(topic, "T2", "\"update_time\":\"2024-01-15 10:40:00.123\"");
            write(topic, "T3", "\"update_time\":\"2024-01-15T10:40:00.123\"");
            write(topic, "", "\"quantity\":5");
            write(topic, "中文", "\"order_status\":\"退款\"");
            topic.rawText("{\"order_id\":null,\"item_id\":\"I02\"}", null);
        }
    }

    private static void write(UpsertTopic topic, String order, String field) {
        String key = "{\"order_id\":\"" + order + "\",\"item_id\":\"I02\"";
        topic.rawText(key + "}", key + "," + field + "}");
    }

    private static void writeTickets(TableContract contract) {
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            topic.rawText("{\"ticket_no\":1001}", "{\"state\":\"A\"}");
            topic.rawText("{\"ticket_no\":9007199254740993}", "{\"state\":\"C\"}");
            topic.rawText("{\"ticket_no\":9007199254740992}", "{\"state\":\"D\"}");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The reply's bytes, read as UTF-8 whatever its headers say. */
    private static String bytes(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = HTTP.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return new String(response.body(), UTF_8);
    }

    /** UC-20: the fixed form, on request. */
    @ParameterizedTest
    @CsvSource({"A1001, 1000.00", "A1002, 34567890.12", "C3001, 0.05", "B2001, 0.00"})
    void amount_canonical_isPlainWithTwoDigits(String order, String amount) throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + "/" + order + "/I02" + CANONICAL)).contains("\"amount\":" + amount + ",");
    }

    /** UC-20: in a listing. */
    @Test
    void amounts_canonicalInAListing_haveNoExponent() throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + CANONICAL))
                .contains("\"amount\":1000.00,", "\"amount\":34567890.12,", "\"amount\":0.05,")
                .doesNotContain("E+", "E7");
    }

    /** UC-20: unless asked otherwise, a value is passed through as the upstream job wrote it. */
    @Test
    void amount_raw_isAsItWasWritten() throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + "/A1001/I02")).contains("\"amount\":1E+3}");
    }

    /** UC-23. */
    @ParameterizedTest
    @CsvSource({"T1, 2024-01-15 10:40:00", "T2, 2024-01-15 10:40:00.123", "T3, 2024-01-15 10:40:00.123"})
    void time_canonical_hasOneForm(String order, String time) throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + "/" + order + "/I02" + CANONICAL)).contains("\"update_time\":\"" + time + "\"}");
    }

    /** UC-04: all digits, in the path and in the body. */
    @ParameterizedTest
    @CsvSource({"9007199254740992, D", "9007199254740993, C", "1001, A"})
    void bigintKey_beyondDoubles_hasItsExactDigits(String ticket, String state)
            throws IOException, InterruptedException {
        assertThat(bytes(TICKETS + "/" + ticket))
                .startsWith("{\"key\":{\"ticket_no\":" + ticket + "},\"value\":{\"state\":\"" + state + "\"},");
    }

    /** UC-04: a key that is none is refused by its column, and not rounded to another's. */
    @ParameterizedTest
    @ValueSource(strings = {"1001.5", "999999999999999999999"})
    void bigintKey_thatDoesNotFit_isRefusedByName(String ticket) {
        HttpResponse<String> response = server.get(TICKETS + "/" + ticket);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("/problems/bad-key").contains("ticket_no");
    }

    /** UC-05: an empty text is a value, by path and by name. */
    @ParameterizedTest
    @ValueSource(strings = {"//I02", "?order_id=&item_id=I02"})
    void emptyKeyColumn_isAddressable(String path) throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + path)).startsWith("{\"key\":{\"order_id\":\"\",\"item_id\":\"I02\"},");
    }

    /** UC-05: bad keys are exported, a topic and partition. */
    @Test
    void badKeys_areCountedAPartition() {
        TableServer.await(
                "the count of bad keys",
                () -> server.get("/prometheus")
                        .body()
                        .lines()
                        .anyMatch(line -> line.startsWith("keyfold_partition_bad_records{part=\"key\"")
                                && line.contains("table=\"dwd_order_item\"")
                                && line.endsWith(" 1.0")));
    }

    /** UC-27: the text in the body, and the key in the path. */
    @Test
    void chineseText_inPathAndBody_isUtf8() throws IOException, InterruptedException {
        assertThat(bytes(ORDERS + "/" + URLEncoder.encode("中文", UTF_8) + "/I02"))
                .startsWith("{\"key\":{\"order_id\":\"中文\",\"item_id\":\"I02\"},")
                .contains("\"order_status\":\"退款\"");
    }
}
