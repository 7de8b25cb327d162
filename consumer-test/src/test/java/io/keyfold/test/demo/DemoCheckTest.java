package io.keyfold.test.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The demo's check finds what a wrong service says; services that are right are checked by the demo itself. */
class DemoCheckTest {

    private static final String ROW = """
            {"key":{"order_id":"A1","item_id":"%s"},"value":{"order_id":"A1","item_id":"%s","user_id":"U1",
             "sku_id":null,"quantity":null,"amount":%s,"order_status":"PAID","update_time":null}}""";

    private final Map<String, String> answers = new HashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answers.getOrDefault(exchange.getRequestURI().toString(), "")
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        answers.put("/v1/risk/users/U1/exposure", exposure(1, "10.50"));
        answers.put("/v1/risk/users/U2/exposure", exposure(0, "0.00"));
        answers.put("/v1/dashboard/totals", "{\"by_status\":[{\"status\":\"PAID\",\"items\":1,\"amount\":\"10.50\"}]}");
        serveRows("true", row("I1", "10.5"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String exposure(int items, String amount) {
        return "{\"exposure\":{\"items\":" + items + "},\"by_status\":[{\"amount\":\"" + amount + "\"}]}";
    }

    private static String row(String item, String amount) {
        return ROW.formatted(item, item, amount);
    }

    private void serveRows(String complete, String rows) {
        answers.put(
                "/v1/tables/dwd_order_item/rows?order_id=A1",
                "{\"complete\":" + complete + ",\"rows\":[" + rows + "]}");
    }

    private String check() {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        Map<String, Object> produced = Map.of(
                "order_id", "A1",
                "item_id", "I1",
                "user_id", "U1",
                "amount", new BigDecimal("10.50"),
                "order_status", "PAID");
        return DemoCheck.run(
                        TableContracts.named("dwd_order_item"),
                        url,
                        url,
                        Map.of(RowKey.of("A1", "I1"), produced),
                        Set.of("A1"),
                        Set.of("U1", "U2"))
                .toString();
    }

    @Test
    void check_servicesThatAreRight_findsNothing() {
        assertThat(check()).isEqualTo("demo rows=1 expected=1 wrong=0");
    }

    @Test
    void check_rowThatWasDeleted_isWrong() {
        serveRows("true", row("I1", "10.5") + "," + row("I2", "1"));

        assertThat(check()).isEqualTo("demo rows=2 expected=1 wrong=1");
    }

    @Test
    void check_rowThatIsMissingStaleOrPerhapsNotAll_isWrong() {
        serveRows("true", "");
        assertThat(check()).isEqualTo("demo rows=0 expected=1 wrong=1");

        serveRows("true", row("I1", "10.49"));
        assertThat(check()).isEqualTo("demo rows=1 expected=1 wrong=1");

        serveRows("false", row("I1", "10.5"));
        assertThat(check()).isEqualTo("demo rows=1 expected=1 wrong=1");
    }

    @Test
    void check_amountOrTotalThatDiffers_isWrong() {
        answers.put("/v1/risk/users/U1/exposure", exposure(1, "10.49"));
        answers.put("/v1/dashboard/totals", "{\"by_status\":[{\"status\":\"PAID\",\"items\":2,\"amount\":\"10.50\"}]}");

        assertThat(check()).isEqualTo("demo rows=1 expected=1 wrong=2");
    }

    /** The article's accident: all of a user's items were voided, and a sum still has them. */
    @Test
    void check_amountOfAUserWhoseItemsAreAllDeleted_isWrong() {
        answers.put("/v1/risk/users/U2/exposure", exposure(1, "3.00"));

        assertThat(check()).isEqualTo("demo rows=1 expected=1 wrong=1");
    }

    @Test
    void check_serviceThatDoesNotAnswer_isWrongAndMayBeAskedAgain() {
        answers.clear();

        assertThat(check()).isEqualTo("demo rows=0 expected=1 wrong=5");
    }
}
