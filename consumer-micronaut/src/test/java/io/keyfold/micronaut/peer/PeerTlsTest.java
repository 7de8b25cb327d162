package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions over TLS, to a certificate that signed itself. */
@Timeout(300)
final class PeerTlsTest {

    private static final Path DIRECTORY = Path.of("target", "peer-tls");
    private static final String PASSWORD = "changeit";
    private static PeerNode asked;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Files.createDirectories(DIRECTORY);
        for (String file : List.of("server.p12", "trust.p12", "server.cer")) {
            Files.deleteIfExists(DIRECTORY.resolve(file));
        }
        keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=orders",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                "server.p12");
        keytool("-exportcert", "-alias", "server", "-keystore", "server.p12", "-file", "server.cer");
        keytool("-importcert", "-noprompt", "-alias", "server", "-keystore", "trust.p12", "-file", "server.cer");
        asked = PeerNode.start(over(Map.of(
                "micronaut.server.ssl.enabled",
                true,
                "micronaut.server.ssl.port",
                "PORT",
                "micronaut.server.ssl.key-store.path",
                "file:" + DIRECTORY.resolve("server.p12").toAbsolutePath(),
                "micronaut.server.ssl.key-store.password",
                PASSWORD,
                "micronaut.server.ssl.key-store.type",
                "PKCS12")));
    }

    @AfterAll
    static void stop() {
        asked.close();
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(DIRECTORY.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Map<String, Object> over(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("keyfold.peers.tls", true);
        return settings;
    }

    private static Map<String, Object> trusting() {
        return over(Map.of(
                "keyfold.peers.trust-store",
                DIRECTORY.resolve("trust.p12").toString(),
                "keyfold.peers.trust-store-password",
                PASSWORD));
    }

    @Test
    void ask_certificateThatIsTrusted_isAnswered() {
        try (PeerNode asker = PeerNode.start(trusting())) {
            assertThat(asker.ask(asked, "q")).isEqualTo("q");
        }
    }

    @Test
    void ask_certificateThatIsNotTrusted_isRefused() {
        try (PeerNode asker = PeerNode.start(over(Map.of()))) {
            assertThatThrownBy(() -> asker.ask(asked, "q")).cause().hasMessage(PeerFailure.NOT_TRUSTED);
        }
    }

    @Test
    void ask_instanceWithoutTls_isRefused() {
        try (PeerNode asker = PeerNode.start(trusting());
                PeerNode plain = PeerNode.start()) {
            assertThatThrownBy(() -> asker.ask(plain, "q")).cause().hasMessage(PeerFailure.NOT_TRUSTED);
        }
    }

    @Test
    void ask_withoutTlsWhatSpeaksIt_isNotBelieved() {
        try (PeerNode asker = PeerNode.start()) {
            assertThatThrownBy(() -> asker.ask(asked, "q"))
                    .cause()
                    .message()
                    .isIn(PeerFailure.CLOSED_CONNECTION, PeerFailure.NOT_KEYFOLDS);
        }
    }
}
