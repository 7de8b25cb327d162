package io.keyfold.micronaut.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A client that allows a staleness, and wants to be answered all the same when an instance is gone. */
final class StandbyCaller {

    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final List<Instance> instances;
    private final ConcurrentLinkedQueue<String> wrong;
    private final HttpClient http = HttpClient.newHttpClient();

    StandbyCaller(List<Instance> instances, ConcurrentLinkedQueue<String> wrong) {
        this.instances = instances;
        this.wrong = wrong;
    }

    /** Right after it is gone: every row that stands still is given by the others, each within two seconds. */
    void goesOnWithout(Instance gone) throws InterruptedException {
        for (int i = 0; i < OrderWriter.STILL; i++) {
            Instance asked = instances.get((gone.number() + 1 + i % 2) % instances.size());
            String key = OrderWriter.still(i);
            long end = System.nanoTime() + WITHIN.toNanos();
            String said;
            do {
                said = ask(asked, key);
            } while (!said.equals("200") && System.nanoTime() < end);
            if (!said.equals("200")) {
                wrong.add(key + " asked of instance " + asked.number() + " without " + gone.number() + " for "
                        + WITHIN.toSeconds() + " s: " + said);
            }
        }
    }

    private String ask(Instance asked, String key) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + asked.port()
                        + "/v1/tables/dwd_order_item/rows/" + key + "/I01?max-staleness=60s"))
                .timeout(WITHIN)
                .build();
        try {
            HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
            return reply.statusCode() == 200 ? "200" : reply.body();
        } catch (IOException e) {
            return "no answer: " + e.getMessage();
        }
    }
}
