package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What a class says in the log from here on. */
final class Told extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger;

    private Told(Logger logger) {
        this.logger = logger;
    }

    static Told by(Class<?> type) {
        Logger logger = requireNonNull((Logger) LoggerFactory.getLogger(type));
        Told told = new Told(logger);
        told.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(told);
        return told;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
