package io.keyfold.dashboard;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server-sent events that have come so far, each on one line of data. */
public final class EventWatch implements AutoCloseable, Flow.Subscriber<String> {

    private static final Pattern FIELD = Pattern.compile("(event|data): ?(.*)");

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final AtomicReference<Flow.Subscription> connection = new AtomicReference<>();
    private volatile String name = "message";

    /** One event. */
    public record Event(String name, String data) {}

    private EventWatch() {}

    static EventWatch begin(HttpClient http, URI uri) {
        EventWatch watch = new EventWatch();
        var unused = http.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.fromLineSubscriber(watch));
        return watch;
    }

    public List<Event> events() {
        return List.copyOf(events);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        connection.set(subscription);
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        Matcher field = FIELD.matcher(line);
        if (field.matches()) {
            if (field.group(1).equals("event")) {
                name = field.group(2);
            } else {
                events.add(new Event(name, field.group(2)));
            }
        }
    }

    @Override
    public void onError(Throwable throwable) {
        events.add(new Event("error", String.valueOf(throwable)));
    }

    @Override
    public void onComplete() {
        events.add(new Event("complete", ""));
    }

    @Override
    public void close() {
        Flow.Subscription subscription = connection.get();
        if (subscription != null) {
            subscription.cancel();
        }
    }
}
