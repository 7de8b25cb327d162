package io.keyfold.micronaut.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessLineTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private static String text(HttpRequest<?> request, HttpResponse<?> response, String caller) {
        AccessLine line = new AccessLine(0);
        line.answered(Optional.of("/v1/x"), response, Optional.of(caller));
        return line.text(request, 5_999_999);
    }

    @Test
    void text_everythingKnown_isOneLine() {
        assertThat(text(
                        HttpRequest.POST("/v1/secret", "")
                                .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-00"),
                        HttpResponse.ok(new byte[7]),
                        "risk"))
                .isEqualTo("POST /v1/x 200 ms=5 bytes=7 caller=risk trace=" + TRACE);
    }

    @Test
    void text_nameWithLineEnds_isStillOneLine() {
        assertThat(text(HttpRequest.GET("/"), HttpResponse.ok(), "a\r\nGET b\u001b[2J 中文"))
                .contains("caller=a??GET?b?[2J?中文 trace=-");
        assertThat(text(HttpRequest.GET("/"), HttpResponse.ok(), "a".repeat(10_000)))
                .hasSizeLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "0af7651916cd43dd8448eb211c80319c"
            })
    void trace_notOfTheGrammar_isLeftOut(String traceparent) {
        assertThat(text(HttpRequest.GET("/").header("traceparent", traceparent), HttpResponse.ok(), "x"))
                .endsWith(" trace=-");
    }
}
