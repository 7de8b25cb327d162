package io.keyfold.test.demo;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Asks the services as a downstream team would. Decimals stay decimals. */
final class DemoHttp {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** The answer, if it was 200. */
    Optional<JsonNode> get(String url) {
        try {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT).build(), BodyHandlers.ofByteArray());
            return response.statusCode() == 200 ? Optional.of(read(response.body())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot ask " + url + ": interrupted", e);
        }
    }

    JsonNode read(byte[] body) throws IOException {
        return json.readTree(body);
    }
}
