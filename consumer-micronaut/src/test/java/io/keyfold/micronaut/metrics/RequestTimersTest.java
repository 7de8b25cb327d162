package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.micronaut.StillServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How long requests take, by route: what a real server tells Prometheus. */
final class RequestTimersTest {

    private static final Pattern URI = Pattern.compile("(?m)^http_server_requests_seconds_bucket\\{.*uri=\"([^\"]*)\"");

    @Test
    void timers_requests_haveHistogramsByTemplateAndNothingThatWasSent() {
        try (StillServer server = StillServer.start(Map.of())) {
            for (String path : List.of(
                    "/v1/tables",
                    "/v1/tables/secret",
                    "/v1/tables/dwd_order_item/rows?limit=secret",
                    "/v1/tables/dwd_order_item/rows/secret/secret/secret",
                    "/v1/tables/dwd_order_item/rows/%FFsecret",
                    "/secret/secret",
                    "/health/liveness")) {
                server.get(path);
            }
            server.send("SECRET", "/v1/tables/secret");

            String metrics = server.get("/prometheus").body();

            assertThat(metrics).doesNotContain("secret", "SECRET");
            Set<String> uris = URI.matcher(metrics)
                    .results()
                    .map((MatchResult result) -> result.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(uris).contains("/v1/tables", "/v1/tables/{table}/rows", "/health/{selector}", "NOT_FOUND");
            assertThat(metrics)
                    .contains("http_server_requests_seconds_count{exception=\"none\",method=\"GET\",status=\"200\","
                            + "uri=\"/v1/tables\"} 1");
        }
    }
}
