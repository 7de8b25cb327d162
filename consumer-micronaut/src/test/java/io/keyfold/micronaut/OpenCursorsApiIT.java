package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.UpsertTable;
import io.keyfold.micronaut.scan.FullScan;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Listings over HTTP, ended in the ways that people forget: none leaves a cursor open. */
final class OpenCursorsApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String ROWS = "/v1/tables/dwd_order_item/rows";
    private static final String WHOLE = ROWS + "?page_size=10000";
    private static final int MORE_ROWS = 5_000;
    private static final int REQUESTS = 100;

    @TempDir
    static Path stateDir;

    private static OrderItems orders;

    @BeforeAll
    static void start() {
        orders = OrderItems.start(KAFKA, stateDir);
        RecordPosition[] last = new RecordPosition[3];
        for (int i = 0; i < MORE_ROWS; i++) {
            RecordPosition written = orders.upsert("B" + i, "I01", "PAID");
            last[written.partition()] = written;
        }
        for (RecordPosition written : last) {
            orders.awaitApplied(written);
        }
    }

    @AfterAll
    static void stop() {
        orders.close();
    }

    private static long openCursors() {
        return orders.server().consumer().storeUsage().openCursors();
    }

    /** The server may still be at work when its client has gone. */
    private static void awaitNoOpenCursor() {
        TableServer.await("all cursors to be closed", () -> openCursors() == 0);
    }

    /** UC-40: answered to the end, whole and in pages of ten. */
    @Test
    void cursors_ofListingsThatAreRead_areClosed() {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(orders.get(i % 10 == 0 ? WHOLE : ROWS + "?page_size=10").statusCode())
                    .isEqualTo(200);
            assertThat(openCursors()).as("after request %d", i).isZero();
        }
    }

    /** UC-40: cut off by the client after the first chunk. */
    @Test
    void cursors_ofListingsThatTheClientCutsOff_areClosed() throws IOException {
        for (int i = 0; i < REQUESTS; i++) {
            try (Socket socket = new Socket("localhost", orders.port())) {
                socket.setSoLinger(true, 0); // a reset, not a farewell
                socket.getOutputStream()
                        .write(("GET " + WHOLE + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
                assertThat(new String(socket.getInputStream().readNBytes(15), US_ASCII))
                        .isEqualTo("HTTP/1.1 200 OK");
            }
            awaitNoOpenCursor();
        }
    }

    /** UC-40: with a timeout, so that nobody waits for the reply any more. */
    @Test
    void cursors_ofListingsWhoseClientTimesOut_areClosed() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        AtomicInteger timedOut = new AtomicInteger();
        for (int i = 0; i < REQUESTS; i++) {
            HttpRequest impatient = HttpRequest.newBuilder(URI.create("http://localhost:" + orders.port() + WHOLE))
                    .timeout(Duration.ofMillis(1))
                    .build();
            try {
                client.send(impatient, BodyHandlers.ofString());
            } catch (HttpTimeoutException e) {
                timedOut.incrementAndGet();
            }
            awaitNoOpenCursor();
        }

        assertThat(timedOut).as("requests that timed out").hasPositiveValue();
    }

    /** UC-40: with a filter that throws at some row. */
    @Test
    void cursors_ofScansWhoseReaderThrows_areClosed() {
        UpsertTable<RowJson> table = orders.server().consumer().table("dwd_order_item");
        for (int i = 0; i < REQUESTS; i++) {
            int failsAt = 1 + 50 * i;
            AtomicInteger seen = new AtomicInteger();

            assertThatThrownBy(() -> FullScan.of(table, row -> {
                        if (seen.incrementAndGet() == failsAt) {
                            throw new IllegalStateException("a filter that throws");
                        }
                    }))
                    .hasMessage("a filter that throws");

            assertThat(openCursors()).as("after scan %d", i).isZero();
        }
    }

    /** UC-40: a gauge of open cursors exists, beside what the stores use and may use. */
    @Test
    void metrics_ofTheStores_areServed() {
        assertThat(orders.get("/prometheus").body())
                .contains("keyfold_store_open_cursors 0.0")
                .containsPattern("keyfold_store_used_bytes [1-9]")
                .contains("keyfold_store_limit_bytes 2.68435456E8")
                .contains("keyfold_records_total{outcome=\"loaded\",table=\"dwd_order_item\"} 12.0")
                .contains("keyfold_records_foreign_total{table=\"dwd_order_item\"} 0.0")
                .contains("keyfold_records_respelled_keys_total{table=\"dwd_order_item\"} 0.0");
    }

    /** The counts of a table add up, those of its restore too. */
    @Test
    void table_counts_tellWhatARestoreBrought() throws IOException {
        assertThat(OrderItems.json(orders.get("/v1/tables/dwd_order_item")).at("/counts/loaded"))
                .hasToString("12");
    }
}
