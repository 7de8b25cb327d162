package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import io.keyfold.schemas.TableContract;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** The other instances that keep a table. Any thread. */
final class TablePeers {

    private static final long FOREIGN_KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TableContract contract;
    private final int keys;
    private final PeerCalls calls;
    private final IntFunction<PartitionOwners> owners;
    private final ForeignKnowledge foreign;
    private final Map<PeerAddress, Long> askedAtNanos = new ConcurrentHashMap<>();

    /**
     * Those of a table.
     *
     * @param contract the table's
     * @param calls asks them
     * @param owners by partition, who has it
     * @param foreign is told what they say of rows whose home is another partition
     */
    TablePeers(TableContract contract, PeerCalls calls, IntFunction<PartitionOwners> owners, ForeignKnowledge foreign) {
        this.contract = contract;
        this.keys = keys(contract);
        this.calls = calls;
        this.owners = owners;
        this.foreign = foreign;
    }

    /** Stands for the key columns: instances that differ in them mean different rows by the same bytes. */
    static int keys(TableContract contract) {
        return contract.keyColumns().stream()
                .map(name -> name + " " + contract.column(name).type())
                .toList()
                .toString()
                .hashCode();
    }

    TableContract contract() {
        return contract;
    }

    boolean canAsk() {
        return calls.canAsk();
    }

    PartitionOwners owners(int partition) {
        return owners.apply(partition);
    }

    /**
     * Whom to ask for a partition, the best first. This instance is not among them: it knows that it has no copy that may answer.
     *
     * @param standbys whether a standby copy may answer
     */
    List<PeerAddress> candidates(int partition, boolean standbys) {
        if (!canAsk()) {
            return List.of();
        }
        PartitionOwners known = owners.apply(partition);
        List<PeerAddress> candidates = new ArrayList<>();
        known.active().ifPresent(candidates::add);
        if (standbys) {
            candidates.addAll(known.standbys());
        }
        candidates.removeIf(address -> calls.own().filter(address::equals).isPresent());
        if (standbys) {
            candidates.sort(Comparator.comparing(calls::isSilent)); // stable: the active one first, if it answers
        }
        return candidates;
    }

    PeerQuestion question(OptionalLong maxStalenessMs, List<PeerQuestion.Item> items) {
        return new PeerQuestion(contract.name(), keys, maxStalenessMs, items);
    }

    /** Fails with the reason in words. */
    CompletableFuture<PeerReply> ask(PeerAddress address, PeerQuestion question) {
        return calls.ask(address, question.toBytes()).thenApply(bytes -> {
            PeerReply reply = read(address, bytes, question);
            if (reply.refused().isEmpty()) {
                reply.foreign().forEach(foreign::tells);
                askedAtNanos.put(address, System.nanoTime());
            }
            return reply;
        });
    }

    /** Fails in time, with the reason in words, whatever the transport does. */
    CompletableFuture<byte[]> ask(PeerAddress address, byte[] question) {
        return calls.ask(address, question)
                .orTimeout(patienceNanos(), TimeUnit.NANOSECONDS)
                .handle((reply, failure) -> {
                    if (failure == null) {
                        return reply;
                    }
                    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                    throw cause instanceof PeerCalls.PeerException told
                            ? told
                            : new PeerCalls.PeerException("the instance at " + address + " did not answer in time");
                });
    }

    private static PeerReply read(PeerAddress address, byte[] bytes, PeerQuestion question) {
        try {
            return PeerReply.read(bytes, question);
        } catch (RuntimeException e) { // whatever is wrong with it
            throw new PeerCalls.PeerException("the instance at " + address + " gave an answer that cannot be read");
        }
    }

    long patienceNanos() {
        return calls.patience().toNanos();
    }

    /** Whether a partition that is elsewhere may have rows whose home is another; true if nobody can say. */
    boolean mayHaveForeignRows(int partition) {
        if (!canAsk()) {
            return false;
        }
        List<PeerAddress> owner = candidates(partition, false);
        if (!owner.isEmpty()) {
            PeerAddress address = owner.get(0);
            Long askedAt = askedAtNanos.get(address);
            if (askedAt == null || System.nanoTime() - askedAt > FOREIGN_KNOWN_NANOS) {
                askForForeign(address);
            }
        }
        return foreign.mayHave(partition);
    }

    /** What it said before goes on counting where it does not answer: then too it is not asked again for each partition. */
    private void askForForeign(PeerAddress address) {
        try {
            ask(address, question(OptionalLong.empty(), List.of())).get(patienceNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            askedAtNanos.put(address, System.nanoTime());
        }
    }
}
