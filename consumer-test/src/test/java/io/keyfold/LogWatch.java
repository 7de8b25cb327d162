package io.keyfold;

import static java.util.Objects.requireNonNull;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What this JVM logs from here on, at WARN and above, Kafka's own lines too. Any thread may ask. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private LogWatch() {}

    static LogWatch begin() {
        LogWatch watch = new LogWatch();
        Logger root = root();
        watch.setContext(root.getLoggerContext());
        watch.start();
        root.addAppender(watch);
        return watch;
    }

    private static Logger root() {
        return requireNonNull((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME));
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
        }
    }

    /** All of them, as {@code LEVEL logger message}. */
    List<String> lines() {
        return events.stream()
                .map(event -> event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage())
                .toList();
    }

    /** Those of Keyfold itself, messages alone. */
    List<String> ownMessages() {
        return events.stream()
                .filter(event -> event.getLoggerName().startsWith("io.keyfold."))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        root().detachAppender(this);
        stop();
    }
}
