package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that this instance is where it says: asks its own address who is there, each second until it has answered, and each
 * minute after that. What listens there may begin to do so after the start.
 */
final class PeerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);
    private static final int PATIENT_LOOKS = 10;
    private static final int LOOKS_A_MINUTE = 60;

    private final String consumer;
    private final PeerCalls calls;
    private @Nullable ScheduledExecutorService scheduler;
    private volatile @Nullable String wrong;
    private int looks;
    private int failures;
    private boolean found;

    PeerWatch(String consumer, PeerCalls calls) {
        this.consumer = consumer;
        this.calls = calls;
    }

    PeerNotes notes(PeerOwners owners) {
        return new PeerNotes(calls, owners, () -> Optional.ofNullable(wrong));
    }

    synchronized void start(byte[] id) {
        if (calls.own().isEmpty()) {
            return;
        }
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "keyfold-peers-" + consumer);
            thread.setDaemon(true);
            return thread;
        });
        scheduler = made;
        Future<?> forever = made.scheduleWithFixedDelay(() -> look(id), 1, 1, TimeUnit.SECONDS);
        LOG.debug("{} looks for itself: {}", consumer, forever);
    }

    private void look(byte[] id) {
        if (found && looks++ % LOOKS_A_MINUTE != 0) {
            return;
        }
        PeerAddress own = calls.own().orElseThrow();
        try {
            byte[] there = calls.ask(own, PeerDesk.WHO).get(calls.patience().toMillis(), TimeUnit.MILLISECONDS);
            failures = 0;
            found = Arrays.equals(there, id);
            says(found ? null : "another instance answers at " + own + ", which is said to be this one's address");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // whatever it is, the next look follows
            failures++;
            if (failures >= PATIENT_LOOKS) {
                found = false;
                says("nobody reaches this instance at " + own + ": " + reason(e));
            }
        }
    }

    private static String reason(Exception e) {
        return e.getCause() instanceof PeerCalls.PeerException told
                ? String.valueOf(told.getMessage())
                : "there was no answer in time";
    }

    private void says(@Nullable String now) {
        String before = wrong;
        wrong = now;
        if (now != null && before == null) {
            LOG.error("{}: {}", consumer, now);
        }
    }

    @Override
    public synchronized void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }
}
