package io.keyfold.micronaut.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    @AfterEach
    void forget() {
        GlobalOpenTelemetry.resetForTest();
    }

    private static MutableHttpRequest<?> request(String parent) {
        return HttpRequest.GET("/").header("traceparent", parent);
    }

    private static Map<String, String> headers(HttpRequest<?> request) {
        HttpHeaders headers = request.getHeaders();
        return TraceContext.headers(headers);
    }

    @ParameterizedTest
    @CsvSource({"00-%s-%s-01,01", "00-%s-%s-00,00", "00-%s-%s-03,03", "cc-%s-%s-ff,01", "cc-%s-%s-02-more,00"})
    void headers_ofATrace_keepItsIdAndFlagsUnderANewParent(String form, String flags) {
        Map<String, String> headers = headers(request(form.formatted(ID, PARENT)));

        assertThat(headers).containsOnlyKeys("traceparent");
        assertThat(headers.get("traceparent"))
                .matches("00-" + ID + "-[0-9a-f]{16}-" + flags)
                .doesNotContain(PARENT);
    }

    @Test
    void headers_twoCalls_haveTwoParents() {
        HttpRequest<?> request = request("00-%s-%s-01".formatted(ID, PARENT));

        assertThat(headers(request)).isNotEqualTo(headers(request));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more"
            })
    void headers_ofWhatIsNoTrace_areNone(String parent) {
        HttpRequest<?> request = request(parent).header("tracestate", "a=1");

        assertThat(headers(request)).isEmpty();
        assertThat(TraceContext.traceId(request)).isEmpty();
    }

    @Test
    void headers_ofTwoTraces_areNone() {
        String parent = "00-%s-%s-01".formatted(ID, PARENT);

        assertThat(headers(request(parent).header("traceparent", parent))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "fw529a3039@dt=FfffffFf;1, a/b_c*d-e= x", "a=1,,b=2"})
    void headers_stateThatIsWellFormed_isPassedOn(String state) {
        HttpRequest<?> request = request("00-%s-%s-01".formatted(ID, PARENT)).header("tracestate", state);

        assertThat(headers(request)).containsEntry("tracestate", state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A=1", "a=", "=1", "a=1,a=2", "a=b=c", "a=\u00fc", "@b=1", "a@B=1", ","})
    void headers_stateThatIsNot_isLeftOut(String state) {
        HttpRequest<?> request = request("00-%s-%s-01".formatted(ID, PARENT)).header("tracestate", state);

        assertThat(headers(request)).containsOnlyKeys("traceparent");
    }

    @Test
    void headers_stateThatIsTooMuch_isLeftOut() {
        HttpRequest<?> request =
                request("00-%s-%s-01".formatted(ID, PARENT)).header("tracestate", "a=" + "x".repeat(511));

        assertThat(headers(request)).containsOnlyKeys("traceparent");
    }

    @Test
    void headers_outsideOfARequest_areNone() {
        assertThat(TraceContext.headers()).isEmpty();
    }

    @Test
    @SuppressWarnings("try") // the scopes are only open
    void headers_underAnOpenTelemetrySpan_areThoseOfTheSpanWithoutBaggage() {
        GlobalOpenTelemetry.set(OpenTelemetry.propagating(ContextPropagators.create(TextMapPropagator.composite(
                W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance()))));
        SpanContext span = SpanContext.create(
                "a".repeat(32),
                "b".repeat(16),
                TraceFlags.getSampled(),
                TraceState.builder().put("k", "v").build());

        try (Scope spanned = Span.wrap(span).makeCurrent();
                Scope packed = Baggage.builder().put("user", "alice").build().makeCurrent()) {
            Map<String, String> headers = ServerRequestContext.with(
                    request("00-%s-%s-01".formatted(ID, PARENT)),
                    (Supplier<Map<String, String>>) TraceContext::headers);

            assertThat(headers)
                    .containsOnly(
                            Map.entry("traceparent", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01"),
                            Map.entry("tracestate", "k=v"));
            assertThat(TraceContext.traceId(request("00-%s-%s-01".formatted(ID, PARENT))))
                    .contains("a".repeat(32));
        }
    }

    @Test
    void headers_withOpenTelemetryThatTracesNothing_areThoseOfTheRequest() {
        Map<String, String> headers = ServerRequestContext.with(
                request("00-%s-%s-01".formatted(ID, PARENT)), (Supplier<Map<String, String>>) TraceContext::headers);

        assertThat(headers.get("traceparent")).startsWith("00-" + ID);
    }
}
