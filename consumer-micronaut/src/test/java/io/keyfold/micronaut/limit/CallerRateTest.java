package io.keyfold.micronaut.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.keyfold.micronaut.StillServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CallerRateTest {

    private static final class Clock implements TimeMeter {

        private long nanos;

        @Override
        public long currentTimeNanos() {
            return nanos;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }

        void pass(Duration time) {
            nanos += time.toNanos();
        }
    }

    private final Clock clock = new Clock();
    private final CallerRate rate = new CallerRate(4, clock);

    @Test
    void ask_moreThanASecondsWorth_waits() {
        for (int i = 0; i < 4; i++) {
            assertThat(rate.ask("a")).isEmpty();
        }

        assertThat(rate.ask("a")).contains(Duration.ofMillis(250));
        assertThat(rate.ask("b")).isEmpty();
        clock.pass(Duration.ofMillis(250));
        assertThat(rate.ask("a")).isEmpty();
        assertThat(rate.ask("a")).isPresent();
    }

    @Test
    void ask_manyCallers_mostAreForgotten() {
        for (int i = 0; i < 3 * CallerRate.MOST_CALLERS; i++) {
            assertThat(rate.ask("caller " + i)).isEmpty();
        }

        assertThat(rate.callers()).isLessThanOrEqualTo(CallerRate.MOST_CALLERS);
    }

    @Test
    void ask_quietCallers_areForgotten() {
        assertThat(rate.ask("a")).isEmpty();
        assertThat(rate.callers()).isEqualTo(1);

        clock.pass(Duration.ofMinutes(2));

        assertThat(rate.callers()).isZero();
    }

    @Test
    void server_oneCallerTooOften_refusesThatOneAlone() {
        Map<String, Object> settings = new HashMap<>(Map.of("keyfold.limits.requests-per-second", "1"));
        for (String name : new String[] {"a", "b"}) {
            settings.put("keyfold.api-keys." + name + ".key-sha256", sha256Of(name));
            settings.put("keyfold.api-keys." + name + ".roles", "keyfold-read");
        }
        try (StillServer server = StillServer.start(settings)) {
            HttpResponse<String> refused = server.get("/v1/slow/x", "X-API-Key", "a");
            for (int i = 0; i < 1_000 && refused.statusCode() == 200; i++) {
                refused = server.get("/v1/slow/x", "X-API-Key", "a");
            }

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body())
                    .contains("\"type\":\"/problems/too-many-requests\"", "One caller may ask 1 times a second");
            assertThat(server.get("/v1/slow/x", "X-API-Key", "b").statusCode()).isEqualTo(200);
            assertThat(server.get("/health/liveness", "X-API-Key", "a").statusCode())
                    .isEqualTo(200);
        }
    }

    private static String sha256Of(String name) {
        return name.equals("a")
                ? "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
                : "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";
    }
}
