package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.PeerAddress;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.PeerReply.PeerAnswer;
import io.keyfold.store.PeerReply.Said;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a table for one question: of what is here, and of what other instances have. For one thread. Questions that have begun
 * are sent together, one message to an instance, when the first answer is waited for.
 */
final class PeerReads implements PartitionReads {

    private static final String ON_ITS_WAY = "partition %d is on its way between instances";

    /** Keys of one question: the whole message has room for a mebibyte. */
    private static final int MOST_KEY_BYTES = 512 << 10;

    private final CopiesHere here;
    private final TablePeers peers;
    private final ReadOptions options;
    private final List<Begun> unsent = new ArrayList<>();

    /** A question to one partition of an instance. */
    private record Begun(PeerAddress address, PeerQuestion.Item item, CompletableFuture<PeerAnswer> answer) {}

    PeerReads(CopiesHere here, TablePeers peers, ReadOptions options) {
        this.here = here;
        this.peers = peers;
        this.options = options;
    }

    @Override
    public int count() {
        return here.count();
    }

    @Override
    public Read<Held> hold(int partition) {
        ReadBounds bounds = ReadBounds.of(options, partition);
        Read<Held> active = here.hold(partition, bounds);
        if (active.result() != null) {
            return active;
        }
        boolean standbys = options.maxStaleness().isPresent();
        if (standbys) {
            Read<Held> standby = here.holdStandby(partition, bounds);
            if (standby.result() != null) {
                return standby;
            }
        }
        List<PeerAddress> candidates =
                options.reach() == ReadOptions.Reach.ANYWHERE ? peers.candidates(partition, standbys) : List.of();
        return candidates.isEmpty() ? active : Read.of(new PeerHeld(partition, candidates, bounds));
    }

    @Override
    public boolean mayHaveForeignRows(int partition) {
        boolean isHere = here.reads(partition) || options.reach() == ReadOptions.Reach.HERE;
        return isHere ? here.mayHaveForeignRows(partition) : peers.mayHaveForeignRows(partition);
    }

    private Begun begin(PeerAddress address, int partition, ReadBounds bounds, PartitionQuery<?> query) {
        Begun begun = new Begun(
                address, new PeerQuestion.Item(partition, bounds.atLeast(), query), new CompletableFuture<>());
        unsent.add(begun);
        return begun;
    }

    private void send() {
        Map<PeerAddress, List<Begun>> byAddress = new LinkedHashMap<>();
        unsent.forEach(begun -> byAddress
                .computeIfAbsent(begun.address(), address -> new ArrayList<>())
                .add(begun));
        unsent.clear();
        byAddress.forEach(this::send);
    }

    private void send(PeerAddress address, List<Begun> all) {
        List<Begun> together = new ArrayList<>();
        long bytes = 0;
        for (Begun begun : all) {
            long more = begun.item().query().keyBytes();
            if (bytes + more > MOST_KEY_BYTES && !together.isEmpty()) {
                sendTogether(address, together);
                together = new ArrayList<>();
                bytes = 0;
            }
            together.add(begun);
            bytes += more;
        }
        sendTogether(address, together);
    }

    private void sendTogether(PeerAddress address, List<Begun> together) {
        PeerQuestion question = peers.question(
                ReadBounds.of(options, 0).maxStalenessMs(),
                together.stream().map(Begun::item).toList());
        var unused = peers.ask(address, question).whenComplete((reply, failure) -> answer(together, reply, failure));
    }

    private static void answer(List<Begun> together, @Nullable PeerReply reply, @Nullable Throwable failure) {
        for (int i = 0; i < together.size(); i++) {
            PeerAnswer answer;
            if (reply == null) {
                answer = PeerAnswer.none(Read.none(words(failure)));
            } else if (reply.refused().isPresent()) {
                answer = PeerAnswer.none(Read.none(reply.refused().get()));
            } else {
                answer = reply.answers().get(i);
            }
            together.get(i).answer().complete(answer);
        }
    }

    private static String words(@Nullable Throwable failure) {
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof PeerCalls.PeerException
                ? requireNonNull(cause.getMessage())
                : "another instance could not be asked";
    }

    private PeerAnswer await(Begun begun) {
        try {
            return begun.answer().get(peers.patienceNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return PeerAnswer.none(Read.none("the wait for another instance was interrupted"));
        } catch (ExecutionException | TimeoutException e) {
            return PeerAnswer.none(Read.none("the instance at " + begun.address() + " did not answer in time"));
        }
    }

    /** A copy on another instance. The first that answers is asked to the end. */
    private final class PeerHeld implements Held {

        private final int partition;
        private final List<PeerAddress> candidates;
        private final ReadBounds bounds;
        private @Nullable Begun begun;
        private @Nullable Said said;

        PeerHeld(int partition, List<PeerAddress> candidates, ReadBounds bounds) {
            this.partition = partition;
            this.candidates = new ArrayList<>(candidates);
            this.bounds = bounds;
        }

        @Override
        public int partition() {
            return partition;
        }

        @Override
        public void begin(PartitionQuery<?> query) {
            PartitionQuery<?> asked = query instanceof PartitionQuery.Batch batch ? first(batch.keys()) : query;
            begun = PeerReads.this.begin(candidates.get(0), partition, bounds, asked);
        }

        @Override
        public <R> Read<R> ask(PartitionQuery<R> query) {
            return query instanceof PartitionQuery.Batch batch ? cast(askAll(batch)) : askOnce(query);
        }

        /** What has no room in one reply is asked for again. */
        private Read<List<StoredBytes>> askAll(PartitionQuery.Batch batch) {
            List<byte[]> keys = batch.keys();
            List<StoredBytes> rows = new ArrayList<>(keys.size());
            Begun first = begun;
            PartitionQuery.Batch part =
                    first != null && first.item().query() instanceof PartitionQuery.Batch asked ? asked : first(keys);
            while (true) {
                Read<List<StoredBytes>> read = askOnce(part);
                if (read.result() == null) {
                    return read;
                }
                rows.addAll(read.result());
                if (rows.size() == keys.size()) {
                    return Read.of(rows);
                }
                part = first(keys.subList(rows.size(), keys.size()));
            }
        }

        /** As many of the keys as a question has room for. */
        private static PartitionQuery.Batch first(List<byte[]> keys) {
            int bytes = 0;
            for (int i = 0; i < keys.size(); i++) {
                bytes += keys.get(i).length;
                if (bytes > MOST_KEY_BYTES && i > 0) {
                    return new PartitionQuery.Batch(keys.subList(0, i));
                }
            }
            return new PartitionQuery.Batch(keys);
        }

        private <R> Read<R> askOnce(PartitionQuery<R> query) {
            Read<?> first = null;
            while (true) {
                PeerAnswer answer = answer(query);
                Said now = answer.held();
                if (now != null) {
                    if (said != null && isAnother(now)) {
                        return Read.none(ON_ITS_WAY.formatted(partition));
                    }
                    said = said == null ? now : said;
                    here.questions().forwarded();
                    return cast(answer.read());
                }
                first = first == null ? answer.read() : first;
                if (said != null || candidates.size() == 1) {
                    return onTheWay(first);
                }
                candidates.remove(0);
            }
        }

        /** A copy that is behind what was said, or of another kind: what it has does not go on with what was read. */
        private boolean isAnother(Said now) {
            Said before = requireNonNull(said);
            return now.position() < before.position()
                    || now.marks().standby().isPresent()
                            != before.marks().standby().isPresent();
        }

        private PeerAnswer answer(PartitionQuery<?> query) {
            Begun asked = begun;
            begun = null;
            if (asked == null || asked.item().query() != query) {
                asked = PeerReads.this.begin(candidates.get(0), partition, bounds, query);
            }
            send();
            return await(asked);
        }

        /** Who was said to have it has it no more: it is not nowhere. */
        private <R> Read<R> onTheWay(Read<?> read) {
            return Read.none(
                    read.isElsewhere()
                            ? ON_ITS_WAY.formatted(partition)
                            : read.unavailable().orElseThrow());
        }

        @SuppressWarnings("unchecked") // a reply is read as its question's
        private <R> Read<R> cast(Read<?> read) {
            return (Read<R>) read;
        }

        @Override
        public PartitionPosition asOf() {
            return requireNonNull(said, "not asked yet").asOf(peers.contract().topic(), partition);
        }

        @Override
        public Optional<Instant> caughtUpAt() {
            return said == null ? Optional.empty() : said.caughtUpAt();
        }

        @Override
        public PartitionMarks marks() {
            return said == null ? PartitionMarks.NONE : said.marks();
        }

        @Override
        public void close() {}
    }
}
