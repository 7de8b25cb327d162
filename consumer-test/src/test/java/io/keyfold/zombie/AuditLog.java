package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * What this JVM logs of the audits of one consumer that have ended. Of a standby's nothing else tells whether they have proved
 * anything: it has no status. Any thread may ask.
 */
final class AuditLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final String AUDITS = "io.keyfold.store.Audit";
    private static final Pattern ENDED = Pattern.compile(
            "The audit of (\\S+) has read \\d+ records and looked at \\d+ rows: (\\d+) were gone(; it proves nothing.*)?");

    private final String thread;
    private final Map<String, Integer> gone = new ConcurrentHashMap<>();
    private final Set<String> conclusive = ConcurrentHashMap.newKeySet();

    private AuditLog(String consumer) {
        this.thread = "keyfold-audit-" + consumer;
    }

    static AuditLog begin(TakeoverGroup group) {
        AuditLog log = new AuditLog(group.name());
        log.setContext(logger().getLoggerContext());
        log.start();
        logger().addAppender(log);
        return log;
    }

    private static Logger logger() {
        return requireNonNull((Logger) LoggerFactory.getLogger(AUDITS));
    }

    @Override
    protected void append(ILoggingEvent event) {
        Matcher audit = ENDED.matcher(event.getFormattedMessage());
        if (event.getThreadName().equals(thread) && audit.matches()) {
            gone.merge(audit.group(1), Integer.valueOf(audit.group(2)), Integer::sum);
            if (audit.group(3) == null) {
                conclusive.add(audit.group(1));
            }
        }
    }

    /** How many rows were gone, by partition, such as {@code dwd_order_item-0}; of those alone of which something was proved. */
    Map<String, Integer> gone() {
        Map<String, Integer> proved = new HashMap<>(gone);
        proved.keySet().retainAll(conclusive);
        return proved;
    }

    @Override
    public void close() {
        logger().detachAppender(this);
        stop();
    }
}
