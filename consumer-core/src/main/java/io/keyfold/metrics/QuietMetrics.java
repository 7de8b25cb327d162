package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets nothing that a user's metrics throw out to the threads that read. Any thread. */
public final class QuietMetrics implements ConsumerMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(QuietMetrics.class);

    private final ConsumerMetrics metrics;
    private volatile boolean hasFailed;

    /**
     * Tells the same.
     *
     * @param metrics who is told
     */
    public QuietMetrics(ConsumerMetrics metrics) {
        this.metrics = requireNonNull(metrics, "metrics");
    }

    @Override
    public void entered(String table, int partition, String state) {
        tell(() -> metrics.entered(table, partition, state));
    }

    @Override
    public void found(String table, String finding) {
        tell(() -> metrics.found(table, finding));
    }

    @Override
    public void restored(String table, int partition, long records, Duration took) {
        tell(() -> metrics.restored(table, partition, records, took));
    }

    @Override
    public void audited(String table, PartitionAudit report) {
        tell(() -> metrics.audited(table, report));
    }

    @Override
    public void threadDied(String table) {
        tell(() -> metrics.threadDied(table));
    }

    private void tell(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException | LinkageError e) {
            if (!hasFailed) {
                LOG.warn("The metrics given have failed; this is told once", e);
            }
            hasFailed = true;
        }
    }
}
