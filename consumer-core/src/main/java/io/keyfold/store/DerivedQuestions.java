package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.PeerAddress;
import io.keyfold.store.DerivedReply.None;
import io.keyfold.store.DerivedReply.NotHere;
import io.keyfold.store.DerivedReply.Said;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings questions to derived state to the desk of the instance that has the key: this one's, or with one hop another's. Who is
 * asked by another asks its own desk alone. Any thread.
 */
final class DerivedQuestions {

    private static final Logger LOG = LoggerFactory.getLogger(DerivedQuestions.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final StreamsApp app;
    private final Optional<DerivedDesk> desk;
    private final PeerCalls calls;
    private final BooleanSupplier awake;
    private final AtomicLong failures = new AtomicLong();

    /**
     * Those of an application.
     *
     * @param app derives
     * @param desk this instance's
     * @param calls asks the others
     * @param awake whether this process is known not to have stood still
     */
    DerivedQuestions(StreamsApp app, Optional<DerivedDesk> desk, PeerCalls calls, BooleanSupplier awake) {
        this.app = app;
        this.desk = desk;
        this.calls = calls;
        this.awake = awake;
    }

    <K> DerivedAnswer ask(DerivedState here, String store, K key, Serializer<K> keys, byte[] contents) {
        requireNonNull(store, "store");
        requireNonNull(key, "key");
        requireNonNull(keys, "keys");
        DerivedQuestion question = new DerivedQuestion(requireNonNull(contents, "question"));
        if (desk.isEmpty()) {
            throw new IllegalStateException(
                    "Cannot ask " + app.applicationId() + ": its topology has no desk; build it with one");
        }
        Optional<String> silent = silent();
        if (silent.isPresent()) {
            return notReady(silent.get());
        }
        long deadline = System.nanoTime() + calls.timeout().toNanos();
        Optional<PeerAddress> owner = app.ownerOf(store, key, keys).active();
        if (!calls.canAsk()) {
            return answer(Optional.empty(), atDesk(here, question));
        }
        DerivedReply reply = ask(here, owner, question, deadline);
        if (reply instanceof NotHere) {
            Optional<PeerAddress> next = app.ownerOf(store, key, keys).active();
            if (!next.equals(owner)) {
                owner = next;
                reply = ask(here, owner, question, deadline);
            }
        }
        return answer(owner, reply);
    }

    private DerivedReply ask(DerivedState here, Optional<PeerAddress> owner, DerivedQuestion question, long deadline) {
        if (owner.isEmpty()) {
            return new None(
                    "the group has not told which instance has the state of this key, or that one has no address");
        }
        PeerAddress address = owner.get();
        if (calls.own().filter(address::equals).isPresent()) {
            return atDesk(here, question);
        }
        try {
            return DerivedReply.read(calls.ask(address, question.toBytes())
                    .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new None("the wait for another instance was interrupted");
        } catch (TimeoutException e) {
            return new None("the instance at " + address + " did not answer in time");
        } catch (ExecutionException e) {
            return new None(
                    e.getCause() instanceof PeerCalls.PeerException told
                            ? String.valueOf(told.getMessage())
                            : "the instance at " + address + " did not answer");
        } catch (IllegalArgumentException e) {
            return new None("the instance at " + address + " gave an answer that cannot be read");
        }
    }

    private static DerivedAnswer answer(Optional<PeerAddress> owner, DerivedReply reply) {
        if (reply instanceof Said said) {
            return new DerivedAnswer.Answered(said.answer());
        }
        if (reply instanceof None none) {
            return notReady(none.reason());
        }
        return notReady(owner.map(address -> "the instance at " + address
                        + " is said to have the state of this key, and does not have it yet")
                .orElse("the state of this key is not on this instance, or not yet; it has no others to ask"));
    }

    private static DerivedAnswer notReady(String reason) {
        return new DerivedAnswer.NotReady(reason, RETRY_AFTER);
    }

    /** The reply to another instance's question; throws IllegalArgumentException if it is none. */
    byte[] answer(DerivedState here, byte[] bytes) {
        DerivedQuestion question = DerivedQuestion.read(bytes);
        Optional<String> silent = silent();
        return (silent.isPresent() ? new None(silent.get()) : atDesk(here, question)).toBytes();
    }

    /** Why what is here must not be told. */
    private Optional<String> silent() {
        Optional<String> failed = app.failure().or(app::unavailable);
        if (failed.isPresent()) {
            return failed;
        }
        if (!app.isRunning()) {
            return Optional.of("the instance is not running");
        }
        return awake.getAsBoolean() && !isAwakening()
                ? Optional.empty()
                : Optional.of("the instance has just stood still, and catches up before it answers");
    }

    /** Whether it has stood still, and has not caught up since with all that it reads. */
    private boolean isAwakening() {
        return app.tasks().stream()
                .flatMap(task -> task.progress().assigned().stream())
                .anyMatch(PartitionProgress::isAwakening);
    }

    private DerivedReply atDesk(DerivedState here, DerivedQuestion question) {
        if (desk.isEmpty()) {
            return new None("the instance that has the state of this key has no desk");
        }
        Optional<byte[]> answer;
        try {
            answer = requireNonNull(desk.get().answer(here, question.contents()), "answer");
        } catch (RuntimeException e) { // whatever a user's code throws, and its message may tell contents
            failed(e);
            return new None("the desk failed with " + e.getClass().getName());
        }
        if (answer.isEmpty()) {
            return new NotHere();
        }
        int length = answer.get().length;
        return length > DerivedReply.MOST_BYTES
                ? new None("the desk's answer has " + length + " bytes, more than " + DerivedReply.MOST_BYTES)
                : new Said(answer.get());
    }

    private void failed(RuntimeException e) {
        long count = failures.incrementAndGet();
        if (Long.bitCount(count) == 1) { // the first, and then ever more seldom
            StackTraceElement[] stack = e.getStackTrace();
            LOG.warn(
                    "The desk of {} failed with {} at {}; {} times so far",
                    app.applicationId(),
                    e.getClass().getName(),
                    stack.length == 0 ? "an unknown place" : stack[0],
                    count);
        }
    }
}
