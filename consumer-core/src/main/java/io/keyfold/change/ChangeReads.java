package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.codec.KeyCodec;
import io.keyfold.config.PeerAddress;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowJson;
import io.keyfold.store.PartitionProgress;
import io.keyfold.store.ReadOptions.Reach;
import io.keyfold.store.TableStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Pages of a table's changes: of the partitions that are here out of the log, of the others asked of their owners. Any thread. */
public final class ChangeReads {

    private static final int MOST = 10_000;

    private final ChangeLog log;
    private final TableStore store;
    private final KeyCodec keys;

    /**
     * Reads of one table.
     *
     * @param log its changes
     * @param store the table
     * @param keys its keys
     */
    public ChangeReads(ChangeLog log, TableStore store, KeyCodec keys) {
        this.log = log;
        this.store = store;
        this.keys = keys;
    }

    KeyCodec keys() {
        return keys;
    }

    int keyShape() {
        return TableStore.keyShape(store.contract());
    }

    /** {@return whether changes are kept at all} */
    public boolean isOn() {
        return log.isOn();
    }

    /**
     * {@return a subscription to the news that there is something new here}
     *
     * @param listener see {@link ChangeLog#onArrival}
     */
    public Subscription onArrival(Runnable listener) {
        refuseOff();
        return log.onArrival(requireNonNull(listener, "listener"));
    }

    private void refuseOff() {
        if (!isOn()) {
            throw new IllegalStateException("Cannot tell the changes of "
                    + store.contract().name() + ": it keeps none; set changeLogBytes to more than 0");
        }
    }

    /**
     * {@return the next changes; never fails but for what is wrong with the question, waits for other instances alone}
     *
     * @param cursor where to go on
     * @param limit changes at the most, shared among the partitions, of each of which one may come nevertheless; 1 .. 10000
     * @param reach who may be asked
     * @throws IllegalStateException if no changes are kept
     * @throws IllegalArgumentException if the limit is another
     */
    public CompletableFuture<ChangePage<RowJson>> next(ChangeCursor cursor, int limit, Reach reach) {
        refuseOff();
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + MOST + ")");
        }
        int count = store.partitionCount();
        PageDraft draft = new PageDraft(cursor);
        List<Integer> partitions = partitions(cursor, count);
        int share = Math.max(1, limit / Math.max(1, partitions.size()));
        PageRoom room = new PageRoom();
        Map<PeerAddress, List<ChangeQuestion.Item>> elsewhere = new LinkedHashMap<>();
        for (int partition : partitions) {
            if (count > 0 && partition >= count) {
                draft.gone(partition);
                continue;
            }
            At at = cursor.at(partition).orElse(null);
            Optional<Slice> here = here(partition, at, share, room);
            Optional<PeerAddress> owner =
                    here.isPresent() || reach == Reach.HERE ? Optional.empty() : store.peerOf(partition);
            if (here.isPresent()) {
                draft.add(partition, here.get());
            } else if (owner.isPresent()) {
                elsewhere
                        .computeIfAbsent(owner.get(), address -> new ArrayList<>())
                        .add(new ChangeQuestion.Item(partition, at));
            } else {
                draft.missing(partition, nobody(partition, reach));
            }
        }
        List<CompletableFuture<?>> replies = new ArrayList<>();
        elsewhere.forEach((address, items) -> replies.add(ask(address, items, share, draft)));
        return CompletableFuture.allOf(replies.toArray(new CompletableFuture<?>[0]))
                .thenApply(all -> draft.page());
    }

    /** Whoever comes first has the room of the page: each of them in turn, as the reader comes along. */
    private static List<Integer> partitions(ChangeCursor cursor, int count) {
        TreeSet<Integer> all = new TreeSet<>(cursor.partitions().keySet());
        for (int partition = 0; partition < count; partition++) {
            all.add(partition);
        }
        List<Integer> partitions = new ArrayList<>(all);
        if (!partitions.isEmpty()) {
            long told = cursor.partitions().values().stream()
                    .mapToLong(At::sequence)
                    .sum();
            Collections.rotate(partitions, (int) Math.floorMod(-told, (long) partitions.size()));
        }
        return partitions;
    }

    private static String nobody(int partition, Reach reach) {
        return reach == Reach.HERE
                ? "partition " + partition + " is not read by this instance"
                : "nobody is known who reads partition " + partition + " now";
    }

    /** What is here of a partition; empty if nothing is. */
    Optional<Slice> here(int partition, @Nullable At at, int limit, PageRoom room) {
        Optional<PartitionProgress> progress = store.progress().stream()
                .filter(one -> one.partition() == partition)
                .findFirst();
        // Before the log is read: then all changes below it are there.
        long readTo = progress.flatMap(PartitionProgress::position)
                .map(PartitionPosition::position)
                .orElse(0L);
        Optional<Slice> slice = log.read(partition, at, readTo, room.limit(limit), room.left());
        slice.ifPresent(room::takes);
        boolean isBeyond = at != null
                && progress.isPresent()
                && isBeyond(at, progress.get().logEnd().highWatermark());
        return slice.map(read ->
                read.reset().filter(cause -> cause == Cause.MOVED).isPresent() && isBeyond
                        ? new Slice(read.changes(), read.next(), Optional.of(Cause.MADE_ANEW), read.hasMore())
                        : read);
    }

    private static boolean isBeyond(At at, OptionalLong end) {
        return end.isPresent() && at.position() > end.getAsLong();
    }

    private CompletableFuture<?> ask(PeerAddress address, List<ChangeQuestion.Item> items, int share, PageDraft draft) {
        ChangeQuestion question = new ChangeQuestion(store.contract().name(), keyShape(), share, items);
        return store.askPeer(address, question.toBytes())
                .thenApply(bytes -> read(address, bytes, question))
                .handle((reply, failure) -> {
                    add(reply == null ? ChangeReply.refused(words(address, failure)) : reply, items, draft);
                    return items;
                });
    }

    private static void add(ChangeReply reply, List<ChangeQuestion.Item> items, PageDraft draft) {
        for (int i = 0; i < items.size(); i++) {
            int partition = items.get(i).partition();
            if (reply.refused().isPresent()) {
                draft.missing(partition, reply.refused().get());
            } else if (reply.slices().get(i).isPresent()) {
                draft.add(partition, reply.slices().get(i).get());
            } else {
                draft.missing(partition, "partition " + partition + " is on its way between instances");
            }
        }
    }

    private ChangeReply read(PeerAddress address, byte[] bytes, ChangeQuestion question) {
        try {
            return ChangeReply.read(bytes, question, keys, store.contract().topic());
        } catch (RuntimeException e) { // whatever is wrong with it
            return ChangeReply.refused("the instance at " + address + " gave an answer that cannot be read");
        }
    }

    private static String words(PeerAddress address, @Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause == null || cause.getMessage() == null
                ? "the instance at " + address + " did not answer"
                : cause.getMessage();
    }
}
