package io.keyfold.micronaut.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A client that asks any instance for anything, all the while, and has what it is told checked. */
final class Caller implements Runnable {

    private static final long AVOIDED_NANOS = Duration.ofMillis(500).toNanos();
    private static final String TABLE = "/v1/tables/dwd_order_item";
    private static final String ROWS = TABLE + "/rows";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BATCH = 20;
    private static final int PAGE = 37;

    private final List<Instance> instances;
    private final Random random;
    private final Duration timeout;
    private final ConcurrentLinkedQueue<String> wrong;
    private final AnswerCheck check;
    private final HttpClient http = HttpClient.newHttpClient();
    /** Until when it does not ask those that gave no answer, so that the others go on being asked. */
    private final Map<Instance, Long> avoided = new HashMap<>();

    private final Map<String, Integer> tally = new TreeMap<>();
    private volatile boolean ended;

    /**
     * A client.
     *
     * @param instances whom it asks
     * @param history what was written
     * @param seed of what it asks
     * @param timeout when it gives up: one that is longer than a pause has a question there when the pause ends
     * @param wrong takes what was wrong
     */
    Caller(
            List<Instance> instances,
            History history,
            long seed,
            Duration timeout,
            ConcurrentLinkedQueue<String> wrong) {
        this.instances = instances;
        this.random = new Random(seed);
        this.timeout = timeout;
        this.wrong = wrong;
        this.check = new AnswerCheck(history, wrong);
    }

    void end() {
        ended = true;
    }

    /** How often what came back; to be asked for when it has ended. */
    Map<String, Integer> tally() {
        return tally;
    }

    @Override
    public void run() {
        while (!ended) {
            Instance asked = instances.get(random.nextInt(instances.size()));
            Long until = avoided.get(asked);
            if (until != null && System.nanoTime() - until < 0) {
                continue;
            }
            try {
                ask(asked);
            } catch (IOException e) {
                tally.merge("no answer", 1, Integer::sum); // it was killed, or stands still
                avoided.put(asked, System.nanoTime() + AVOIDED_NANOS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                wrong.add("a reply that cannot be read: " + e);
            }
        }
    }

    private void ask(Instance asked) throws IOException, InterruptedException {
        boolean isStale = random.nextInt(4) == 0;
        int what = random.nextInt(10);
        if (what < 5) {
            point(asked, key(), isStale);
        } else if (what < 7) {
            batch(asked, isStale);
        } else if (what == 7) {
            index(asked, isStale);
        } else if (what == 8) {
            total(asked, isStale);
        } else {
            pages(asked, isStale);
        }
    }

    private String key() {
        int i = random.nextInt(OrderWriter.MOVING + OrderWriter.STILL);
        return i < OrderWriter.STILL ? OrderWriter.still(i) : OrderWriter.moving(i - OrderWriter.STILL);
    }

    private void point(Instance asked, String key, boolean isStale) throws IOException, InterruptedException {
        HttpResponse<String> reply = get("point", asked, ROWS + "/" + key + "/I01", isStale);
        check.point(key, reply, isStale);
    }

    private void batch(Instance asked, boolean isStale) throws IOException, InterruptedException {
        List<String> keys = new ArrayList<>();
        List<Map<String, String>> objects = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            String key = key();
            keys.add(key);
            objects.add(Map.of("order_id", key, "item_id", "I01"));
        }
        HttpRequest.Builder request = request(asked, ROWS + ":batchGet", isStale)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of("keys", objects))));
        JsonNode reply = list("batch", request, isStale);
        if (reply != null) {
            check.batch(keys, reply, isStale);
        }
    }

    private void index(Instance asked, boolean isStale) throws IOException, InterruptedException {
        String path = TABLE + "/indexes/by_user/rows?user_id=" + OrderWriter.STILL_USER;
        JsonNode page = list("index", request(asked, path, isStale), isStale);
        if (page != null) {
            check.index(page, isStale);
        }
    }

    private void total(Instance asked, boolean isStale) throws IOException, InterruptedException {
        String path = TABLE + "/totals/rows_by_user?user_id=" + OrderWriter.STILL_USER;
        JsonNode page = list("total", request(asked, path, isStale), isStale);
        if (page != null) {
            check.total(page);
        }
    }

    /** All pages of a listing. */
    private void pages(Instance asked, boolean isStale) throws IOException, InterruptedException {
        Set<String> listed = new HashSet<>();
        boolean isComplete = true;
        String token = "";
        do {
            JsonNode page = list("page", request(asked, ROWS + "?page_size=" + PAGE + token, isStale), isStale);
            if (page == null) {
                return;
            }
            isComplete &= page.path("complete").booleanValue();
            check.page(page, listed, isStale);
            JsonNode next = page.path("next_page_token");
            token = next.isNull() ? "" : "&page_token=" + next.textValue();
        } while (!token.isEmpty());
        if (isComplete) {
            check.wholeListing(listed);
        }
    }

    /** {@return the list, if it was given} */
    private @Nullable JsonNode list(String what, HttpRequest.Builder request, boolean isStale)
            throws IOException, InterruptedException {
        HttpResponse<String> reply = send(what, request, isStale);
        if (reply.statusCode() == 200) {
            return JSON.readTree(reply.body());
        }
        check.noAnswer(what, reply);
        return null;
    }

    private HttpResponse<String> get(String what, Instance asked, String path, boolean isStale)
            throws IOException, InterruptedException {
        return send(what, request(asked, path, isStale), isStale);
    }

    private HttpResponse<String> send(String what, HttpRequest.Builder request, boolean isStale)
            throws IOException, InterruptedException {
        HttpResponse<String> reply = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        tally.merge((isStale ? "stale " : "") + what + " " + reply.statusCode(), 1, Integer::sum);
        return reply;
    }

    private HttpRequest.Builder request(Instance asked, String path, boolean isStale) {
        String staleness = isStale ? (path.contains("?") ? "&" : "?") + "max-staleness=60s" : "";
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + asked.port() + path + staleness))
                .timeout(timeout);
    }
}
