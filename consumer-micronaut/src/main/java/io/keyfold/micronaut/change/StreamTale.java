package io.keyfold.micronaut.change;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.change.ChangePage.Reset;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a client is told of pages, event by event: each has the place behind it as its id. For one thread at a time. */
final class StreamTale {

    private final ChangeEvents events;
    private final Consumer<List<Integer>> resets;
    private final Set<Integer> missing = new TreeSet<>();
    private final Deque<byte[]> ready = new ArrayDeque<>();
    private ChangeCursor cursor;
    private boolean begun;

    private @Nullable ChangePage<RowJson> page;
    private Iterator<RowChange<RowJson>> changes = List.<RowChange<RowJson>>of().iterator();
    private boolean hasMore;

    StreamTale(ChangeEvents events, ChangeCursor cursor, Consumer<List<Integer>> resets) {
        this.events = events;
        this.cursor = cursor;
        this.resets = resets;
    }

    /** The page that follows the last one; that has been told to its end. */
    void add(ChangePage<RowJson> next) {
        page = next;
        changes = next.changes().iterator();
        hasMore = next.hasMore();
        List<Reset> lost = next.resets();
        if ((begun || events.query().goesOn()) && cursor.partitions().isEmpty()) {
            // Nobody could be asked for anything until now.
            lost = next.next().partitions().keySet().stream()
                    .map(partition -> new Reset(partition, Cause.JOINED))
                    .toList();
        }
        if (begun) {
            tellGaps(next);
        } else {
            begin(next);
        }
        tellResets(lost, next.next());
        prepare();
    }

    private void begin(ChangePage<RowJson> first) {
        begun = true;
        if (cursor.partitions().isEmpty() && !events.query().goesOn()) {
            cursor = first.next();
        }
        first.missing().forEach(gap -> missing.add(gap.partition()));
        Set<Integer> partitions = new TreeSet<>(first.next().partitions().keySet());
        partitions.removeAll(missing);
        ready.add(events.begin(cursor, partitions, first.missing()));
    }

    private void tellGaps(ChangePage<RowJson> next) {
        Map<Integer, MissingPartition> now = new TreeMap<>();
        next.missing().forEach(gap -> now.put(gap.partition(), gap));
        List<Integer> found = missing.stream()
                .filter(partition -> !now.containsKey(partition))
                .toList();
        List<MissingPartition> gone = now.values().stream()
                .filter(gap -> !missing.contains(gap.partition()))
                .toList();
        missing.clear();
        missing.addAll(now.keySet());
        if (!gone.isEmpty()) {
            ready.add(events.missing(cursor, gone));
        }
        if (!found.isEmpty()) {
            ready.add(events.found(cursor, found));
        }
    }

    private void tellResets(List<Reset> lost, ChangeCursor next) {
        Map<Cause, List<Integer>> byCause = new EnumMap<>(Cause.class);
        for (Reset reset : lost) {
            byCause.computeIfAbsent(reset.cause(), cause -> new ArrayList<>()).add(reset.partition());
        }
        byCause.forEach((cause, partitions) -> {
            for (int partition : partitions) {
                cursor = next.at(partition)
                        .map(at -> cursor.with(partition, at))
                        .orElseGet(() -> cursor.without(partition));
            }
            ready.add(events.reset(cursor, cause, partitions));
            resets.accept(partitions);
        });
    }

    /** Makes one event ready, or comes to the end of the page. */
    private void prepare() {
        while (ready.isEmpty() && changes.hasNext()) {
            RowChange<RowJson> change = changes.next();
            cursor = cursor.after(change);
            if (events.isAsked(change)) {
                ready.add(events.change(cursor, change));
            }
        }
        if (ready.isEmpty() && page != null) {
            cursor = page.next();
            page = null;
        }
    }

    boolean hasNext() {
        return !ready.isEmpty();
    }

    byte[] next() {
        byte[] event = ready.remove();
        prepare();
        return event;
    }

    /** Whether the last page said that there is more. */
    boolean hasMore() {
        return hasMore;
    }

    boolean hasBegun() {
        return begun;
    }

    /** Where it is; once all is told, where to go on. */
    ChangeCursor cursor() {
        return cursor;
    }
}
