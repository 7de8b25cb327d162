package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TransactionState;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the markers of transactions.
 *
 * <p>A producer's commit returns when the coordinator has decided. The markers reach the partitions a little later, and
 * only with them does the last stable offset move. Any thread may wait.
 */
public final class TransactionMarkers implements AutoCloseable {

    private static final Set<TransactionState> UNDER_WAY =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    private final Admin admin;

    private TransactionMarkers(Admin admin) {
        this.admin = admin;
    }

    /**
     * {@return a watcher with a connection of its own}
     *
     * @param bootstrapServers the broker's address
     */
    public static TransactionMarkers at(String bootstrapServers) {
        return new TransactionMarkers(Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, requireNonNull(bootstrapServers, "bootstrapServers"))));
    }

    /**
     * Returns when every partition has the marker of the transaction that was committed or aborted before the call.
     *
     * @param transactionalId its id
     * @throws IllegalStateException if the broker does not say so within 30 s
     */
    public void await(String transactionalId) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (UNDER_WAY.contains(state(transactionalId))) {
            if (System.nanoTime() > deadline) {
                throw failure(transactionalId, "it has no markers after " + TIMEOUT, null);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private TransactionState state(String transactionalId) {
        try {
            return admin.describeTransactions(List.of(transactionalId))
                    .description(transactionalId)
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .state();
        } catch (ExecutionException e) {
            throw failure(transactionalId, String.valueOf(e.getMessage()), requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            throw failure(transactionalId, "the broker did not answer within " + TIMEOUT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(transactionalId, "interrupted", e);
        }
    }

    private static IllegalStateException failure(String transactionalId, String reason, @Nullable Throwable cause) {
        return new IllegalStateException("Cannot see the end of transaction " + transactionalId + ": " + reason, cause);
    }

    /** Ends the connection. */
    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
