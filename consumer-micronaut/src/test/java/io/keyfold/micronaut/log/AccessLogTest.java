package io.keyfold.micronaut.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.keyfold.micronaut.StillServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the access log of a real server says, and what it never says. */
final class AccessLogTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final Map<String, Object> ON = Map.of(
            "keyfold.access-log",
            "true",
            "keyfold.api-keys.risk-team.key-sha256",
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
            "keyfold.api-keys.risk-team.roles",
            "keyfold-read");

    private final Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    private String next() throws InterruptedException {
        String line = lines.poll(60, TimeUnit.SECONDS);
        assertThat(line).isNotNull();
        return Pattern.compile(" ms=\\d+ ").matcher(line).replaceFirst(" ms=_ ");
    }

    @Test
    void line_aRequest_hasTemplateStatusCallerAndTrace() throws InterruptedException {
        try (StillServer server = StillServer.start(ON)) {
            server.get(
                    "/v1/tables/none?x=y", "X-API-Key", "foo", "traceparent", "00-" + TRACE + "-b7ad6b7169203331-01");

            assertThat(next()).isEqualTo("GET /v1/tables/{table} 404 ms=_ bytes=- caller=risk-team trace=" + TRACE);
        }
    }

    /** The log takes what a problem's {@code trace_id} and a peer's question take. */
    @Test
    void line_traceOfALaterVersionOrNone_isWhatElsewhereItIs() throws InterruptedException {
        String parent = TRACE + "-b7ad6b7169203331-01";
        try (StillServer server = StillServer.start(ON)) {
            server.get("/v1/tables", "X-API-Key", "foo", "traceparent", "01-" + parent + "-more");
            assertThat(next()).endsWith(" trace=" + TRACE);

            for (String none : List.of("00-" + parent + "-more", "ff-" + parent)) {
                server.get("/v1/tables", "X-API-Key", "foo", "traceparent", none);
                assertThat(next()).endsWith(" trace=-");
            }
        }
    }

    @Test
    void line_anything_hasNothingThatWasSent() throws InterruptedException {
        try (StillServer server = StillServer.start(ON)) {
            for (String path : List.of(
                    "/v1/tables/secret1/rows/secret2?secret3=secret4",
                    "/v1/tables/dwd_order_item/rows?order_id=secret5",
                    "/secret6/secret7",
                    "/v1/tables/dwd_order_item/rows/%FFsecret8")) {
                server.send("GET", path, "X-API-Key", "foo", "traceparent", "secret9", "User-Agent", "secret10");
                assertThat(next())
                        .startsWith("GET ")
                        .doesNotContain("secret", "foo")
                        .endsWith(" trace=-");
            }
            server.send("SECRET", "/v1/tables", "Authorization", "Bearer secret");
            assertThat(next()).isEqualTo("CUSTOM - 401 ms=_ bytes=- caller=- trace=-");
        }
    }

    @Test
    void line_refusedCaller_isThereToo() throws InterruptedException {
        try (StillServer server = StillServer.start(ON)) {
            server.get("/v1/tables");
            assertThat(next()).isEqualTo("GET /v1/tables 401 ms=_ bytes=- caller=- trace=-");

            server.get("/beans", "X-API-Key", "foo");
            assertThat(next()).isEqualTo("GET /beans 403 ms=_ bytes=- caller=risk-team trace=-");
        }
    }

    @Test
    void log_notSwitchedOn_saysNothing() {
        try (StillServer server = StillServer.start(Map.of())) {
            assertThat(server.get("/v1/tables").statusCode()).isEqualTo(200);
        }
        assertThat(lines).isEmpty();
    }
}
