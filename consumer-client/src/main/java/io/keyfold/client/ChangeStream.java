package io.keyfold.client;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reader that follows a table. Asking → telling → pausing → asking; ended for good. All on a thread of its own, but for
 * {@link #close}.
 */
final class ChangeStream<T> implements Subscription {

    /** A service sends a sign of life each 15 s, if it is not set otherwise. */
    static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(ChangeStream.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;
    private static final int FAILED = 500;
    private static final int NOT_IMPLEMENTED = 501;

    private final Service service;
    private final String target;
    private final EventReader<T> reader;
    private final Consumer<? super ChangeEvent<T>> listener;
    private final Duration silence;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable EventLines connection;

    // Of the thread.
    private ChangeCursor cursor;
    /** Empty until it has a place: who sends {@code now}, which is an id too, is told of what it missed since. */
    private Optional<String> lastEventId;

    private Duration pause = SHORTEST_PAUSE;

    private ChangeStream(
            Service service,
            String target,
            EventReader<T> reader,
            ChangeCursor cursor,
            Consumer<? super ChangeEvent<T>> listener,
            Duration silence) {
        this.service = service;
        this.target = target;
        this.reader = reader;
        this.cursor = cursor;
        this.lastEventId = cursor.equals(ChangeCursor.NOW) ? Optional.empty() : Optional.of(cursor.toString());
        this.listener = listener;
        this.silence = silence;
    }

    static <T> Subscription open(
            Service service,
            String target,
            EventReader<T> reader,
            ChangeCursor cursor,
            Consumer<? super ChangeEvent<T>> listener,
            Duration silence) {
        ChangeStream<T> stream = new ChangeStream<>(service, target, reader, cursor, listener, silence);
        Thread thread = new Thread(stream::run, "keyfold-client-changes");
        thread.setDaemon(true);
        thread.start();
        return stream;
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void run() {
        try {
            while (!isClosed()) {
                KeyfoldClientException why = follow();
                if (isFinal(why)) {
                    tell(new ChangeEvent.Ended<>(why, cursor));
                    return;
                }
                tell(new ChangeEvent.Broken<>(why, cursor));
                pause(why.retryAfter());
            }
        } catch (InterruptedException e) {
            // Nobody else has this thread: who interrupts it wants it to end.
            Thread.currentThread().interrupt();
        }
    }

    /** {@return why no more comes} */
    private KeyfoldClientException follow() throws InterruptedException {
        try (EventLines lines = new EventLines(service, target, lastEventId)) {
            connection = lines;
            while (!isClosed()) {
                take(lines);
            }
            return service.unanswered("closed", null);
        } catch (KeyfoldClientException e) {
            return e;
        } finally {
            connection = null;
        }
    }

    /** Takes one event, up to the empty line behind it; one without data is a sign of life. */
    private void take(EventLines lines) throws InterruptedException {
        String name = "";
        StringBuilder data = new StringBuilder();
        Optional<String> id = Optional.empty();
        for (String line = lines.next(silence); !line.isEmpty(); line = lines.next(silence)) {
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "event" -> name = value;
                case "id" -> id = Optional.of(value);
                case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
                default -> {} // a comment, or what a later service may send
            }
        }
        took(name, id, data.toString());
    }

    private void took(String name, Optional<String> id, String data) {
        ChangeCursor next =
                service.reading(OK, () -> id.map(ChangeCursor::parse).orElse(cursor));
        if (!data.isEmpty()) {
            service.reading(OK, () -> reader.event(name, next, data)).ifPresent(this::tell);
        }
        cursor = next;
        lastEventId = id.or(() -> lastEventId);
        pause = SHORTEST_PAUSE;
    }

    private void tell(ChangeEvent<T> event) {
        if (isClosed()) {
            return;
        }
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            LOG.warn("A listener of {} failed on {}", target, event.getClass().getSimpleName(), e);
        }
    }

    /** What was refused stays refused, and what cannot be read cannot be read the next time. */
    private static boolean isFinal(KeyfoldClientException why) {
        int status = why.status().orElse(FAILED);
        boolean isRefused = status >= BAD_REQUEST && status < FAILED && status != TOO_MANY;
        return isRefused || status == OK || status == NOT_IMPLEMENTED;
    }

    /** Not all at once, where many lost the same instance. */
    private void pause(Optional<Duration> retryAfter) throws InterruptedException {
        long millis = pause.toMillis() / 2 + ThreadLocalRandom.current().nextLong(pause.toMillis() / 2);
        long asked = retryAfter.map(Duration::toMillis).orElse(0L);
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        var unused = closed.await(Math.max(millis, asked), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
        EventLines lines = connection;
        if (lines != null) {
            lines.close();
        }
    }
}
