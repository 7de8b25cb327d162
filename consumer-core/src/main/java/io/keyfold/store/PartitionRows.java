package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionReads.Read;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one partition has of a range, fetched a page at a time, while its store is held open. */
final class PartitionRows<E extends Keyed> implements AutoCloseable {

    /** Asks a partition for the first of a range, a page at most. */
    interface Question<E extends Keyed> {
        PartitionQuery<PartitionPage<E>> of(KeyRange range, int limit);
    }

    private final Held held;
    private final KeyRange range;
    private final int pageSize;
    private final Question<E> question;
    private List<E> page = List.of();
    private int at = -1;
    private boolean hasMore = true;
    private byte @Nullable [] last;
    private @Nullable PartitionQuery<PartitionPage<E>> first;
    private Optional<String> cutShort = Optional.empty();

    PartitionRows(Held held, KeyRange range, int pageSize, Question<E> question) {
        this.held = held;
        this.range = range;
        this.pageSize = pageSize;
        this.question = question;
    }

    /** Asks for the first page, and does not wait for it. */
    void begin() {
        PartitionQuery<PartitionPage<E>> asked = question.of(range, pageSize);
        first = asked;
        held.begin(asked);
    }

    /** Goes to the next one; false behind the last, or where the partition could not be read on. */
    boolean advance() {
        at++;
        if (at >= page.size() && hasMore) {
            fetch();
        }
        return at < page.size();
    }

    private void fetch() {
        PartitionQuery<PartitionPage<E>> begun = first;
        first = null;
        Read<PartitionPage<E>> read = held.ask(begun == null ? question.of(remaining(), pageSize) : begun);
        at = 0;
        page = List.of();
        hasMore = false;
        if (read.unavailable().isPresent()) {
            cutShort = read.unavailable();
            return;
        }
        PartitionPage<E> fetched = requireNonNull(read.result());
        cutShort = fetched.unavailable();
        page = fetched.entries();
        hasMore = fetched.hasMore();
        last = page.isEmpty() ? last : page.get(page.size() - 1).key();
    }

    private KeyRange remaining() {
        if (last == null) {
            return range;
        }
        return range.direction() == Direction.FORWARD
                ? new KeyRange(Arrays.copyOf(last, last.length + 1), range.to(), range.direction())
                : new KeyRange(range.from(), last, range.direction());
    }

    E current() {
        return page.get(at);
    }

    int partition() {
        return held.partition();
    }

    Held held() {
        return held;
    }

    /** Why something is missing behind the last one. */
    Optional<String> cutShort() {
        return cutShort;
    }

    @Override
    public void close() {
        held.close();
    }
}
