package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.PeerAddress;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Instances that ask each other, each with a server of its own. */
@Timeout(300)
final class PeersTest {

    private static final int QUESTIONS = 50;
    private static final Map<String, Object> ONE_THREAD = Map.of("keyfold.peers.threads", 1);

    private final List<PeerNode> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(PeerNode::close);
    }

    private PeerNode start(Map<String, Object> settings) {
        PeerNode node = PeerNode.start(settings);
        nodes.add(node);
        return node;
    }

    /** It is counted just after the answer is there. */
    private static void awaitCounted(PeerNode node, String outcome) {
        await().until(() -> node.meters()
                        .timer("keyfold.peer.questions", "outcome", outcome)
                        .count()
                == 1);
    }

    @Test
    void ask_anotherInstance_bringsItsAnswer() {
        PeerNode asker = start(Map.of());
        PeerNode asked =
                start(Map.of()).answering(question -> ("answer to " + new String(question, UTF_8)).getBytes(UTF_8));

        assertThat(asker.ask(asked, "订单 %2F 😀")).isEqualTo("answer to 订单 %2F 😀");

        awaitCounted(asker, "answered");
        assertThat(asker.settings().address()).contains(asker.address());
        assertThat(asker.settings().timeout()).isEqualTo(PeerNode.LONG);
    }

    @Test
    void ask_underAContextPath_findsTheOther() {
        PeerNode asker = start(Map.of("micronaut.server.context-path", "/orders/"));
        PeerNode asked = start(Map.of("micronaut.server.context-path", "/orders/"));

        assertThat(asker.ask(asked, "q")).isEqualTo("q");
    }

    @Test
    void ask_instanceWithAnotherSecret_believesNothingAndTellsNothing() {
        AtomicInteger answered = new AtomicInteger();
        PeerNode asker = start(Map.of());
        PeerNode asked = start(Map.of("keyfold.secret", "another-secret-of-32-characters-or-more"))
                .answering(question -> {
                    answered.incrementAndGet();
                    return question;
                });

        assertThatThrownBy(() -> asker.ask(asked, "q")).cause().hasMessage(PeerFailure.NOT_KEYFOLDS);

        assertThat(answered).hasValue(0);
        awaitCounted(asker, "failed");
    }

    @Test
    void ask_addressThatLeadsToAnotherInstance_isToldInWords() {
        PeerNode asker = start(Map.of());
        PeerNode other =
                start(Map.of("keyfold.peers.address", "[fd00::2]:PORT", "keyfold.peers.allowed", "[fd00::]/8:*"));

        assertThatThrownBy(() -> asker.ask(new PeerAddress("127.0.0.1", other.port()), new byte[1])
                        .join())
                .cause()
                .hasMessage("is another instance than the one that was meant; is its keyfold.peers.address right?");

        awaitCounted(asker, "refused");
    }

    @Test
    void ask_instanceOfOneThread_answersFiftyAtOnceOneByOne() {
        AtomicInteger within = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        PeerNode asker = start(Map.of());
        PeerNode asked = start(ONE_THREAD).answering(question -> {
            most.accumulateAndGet(within.incrementAndGet(), Math::max);
            within.decrementAndGet();
            return question;
        });

        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            answers.add(asker.ask(asked.address(), String.valueOf(i).getBytes(UTF_8)));
        }

        for (int i = 0; i < QUESTIONS; i++) {
            assertThat(answers.get(i).join()).asString(UTF_8).isEqualTo(String.valueOf(i));
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void ask_allOfAllWithOneThreadEach_areAnswered() {
        List<PeerNode> all = List.of(start(ONE_THREAD), start(ONE_THREAD), start(ONE_THREAD));

        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            for (PeerNode asker : all) {
                for (PeerNode asked : all) {
                    answers.add(asker.ask(asked.address(), new byte[1_000]));
                }
            }
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).hasSize(1_000));
    }

    @Test
    void ask_withinARequestThatIsTraced_carriesTheTraceAndNothingElse() {
        AtomicReference<HttpHeaders> came = new AtomicReference<>();
        PeerNode asker = start(Map.of());
        PeerNode asked = start(Map.of()).answering(question -> {
            came.set(ServerRequestContext.currentRequest().orElseThrow().getHeaders());
            return question;
        });
        HttpRequest<?> request = HttpRequest.GET("/v1/tables")
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .header("tracestate", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")
                .header("Authorization", "Bearer secret")
                .header("Cookie", "a=b");

        ServerRequestContext.with(request, () -> {
            asker.ask(asked, "q");
        });

        HttpHeaders headers = requireNonNull(came.get());
        assertThat(headers.get("traceparent"))
                .matches("00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01");
        assertThat(headers.get("tracestate")).isEqualTo("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
        assertThat(headers.contains("Authorization")).isFalse();
        assertThat(headers.contains("Cookie")).isFalse();
    }
}
