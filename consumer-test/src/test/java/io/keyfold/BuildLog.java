package io.keyfold;

import static java.util.Objects.requireNonNull;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/**
 * What this JVM tells of the building of indexes and totals from here on. Builds tell it on their own threads, so that it
 * can hold them where they begin. Any thread may ask.
 */
final class BuildLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final String BUILDS = "io.keyfold.store.ProjectionBuilds";
    private static final String BEGUN = "Building [";

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final CountDownLatch released;

    private BuildLog(CountDownLatch released) {
        this.released = released;
    }

    static BuildLog begin() {
        return begin(new CountDownLatch(0));
    }

    /** Builds wait where they begin, until {@link #release}. */
    static BuildLog beginHolding() {
        return begin(new CountDownLatch(1));
    }

    private static BuildLog begin(CountDownLatch released) {
        BuildLog log = new BuildLog(released);
        log.setContext(logger().getLoggerContext());
        log.start();
        logger().addAppender(log);
        return log;
    }

    private static Logger logger() {
        return requireNonNull((Logger) LoggerFactory.getLogger(BUILDS));
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
        try {
            if (event.getFormattedMessage().startsWith(BEGUN)) {
                released.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the build is to end
        }
    }

    void release() {
        released.countDown();
    }

    /** What each build that began builds, as {@code [index by_user, total rows] of dwd_order_item-0}. */
    List<String> begun() {
        return lines.stream()
                .filter(line -> line.startsWith(BEGUN))
                .map(line -> line.substring("Building ".length()))
                .toList();
    }

    @Override
    public void close() {
        release();
        logger().detachAppender(this);
        stop();
    }
}
