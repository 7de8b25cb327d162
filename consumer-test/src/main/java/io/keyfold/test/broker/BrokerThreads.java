package io.keyfold.test.broker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run of a broker.
 *
 * <p>Kafka's threads inherit the group of the thread that made them. So, when one of them asks to end the JVM, the
 * group tells which broker it was, and the wish becomes that broker's {@link #fault()} instead.
 */
final class BrokerThreads extends ThreadGroup {

    private final CountDownLatch faulty = new CountDownLatch(1);
    private volatile @Nullable String fault;

    BrokerThreads(String name) {
        super(name);
    }

    /** {@return the group of the broker that the current thread works for, if it works for one} */
    static Optional<BrokerThreads> ofCurrentThread() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null) {
            if (group instanceof BrokerThreads threads) {
                return Optional.of(threads);
            }
            group = group.getParent();
        }
        return Optional.empty();
    }

    Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    /** Blocks until a fault is recorded. */
    void awaitFault() throws InterruptedException {
        faulty.await();
    }

    /** Records the first fault. */
    synchronized void recordFault(String description) {
        if (fault == null) {
            fault = description;
            faulty.countDown();
        }
    }

    /**
     * {@return what the action returns, having run it in a thread of this group}
     *
     * @throws IllegalStateException "Cannot {@code what}: reason", if it fails, a fault is recorded meanwhile, it takes
     *     longer than the timeout, or the caller is interrupted
     */
    <T> T run(String what, Duration timeout, Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread thread = new Thread(this, task, getName() + "-main");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            throw new IllegalStateException("Cannot " + what + ": " + fault().orElse(reason(cause)), cause);
        } catch (TimeoutException failure) {
            throw new IllegalStateException(
                    "Cannot " + what + ": " + fault().orElse("not done after " + timeout), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot " + what + ": interrupted", failure);
        }
    }

    /** {@return the message of the failure, and of the deepest cause, which tells more about a port or a file} */
    private static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest == failure ? failure.toString() : failure.getMessage() + " (" + deepest + ")";
    }
}
