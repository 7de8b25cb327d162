package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionReads.Held;
import io.keyfold.store.PartitionReads.Read;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One partition's rows of a range, fetched a page at a time, while its store is held open. */
final class PartitionRows implements AutoCloseable {

    private final PartitionReads reads;
    private final int partition;
    private final Held held;
    private final KeyRange range;
    private final int pageSize;
    private final PartitionQuery.Contents contents;
    private List<PartitionPage.Entry> page = List.of();
    private int at = -1;
    private boolean hasMore = true;
    private byte @Nullable [] last;
    private Optional<String> cutShort = Optional.empty();

    PartitionRows(
            PartitionReads reads,
            int partition,
            Held held,
            KeyRange range,
            int pageSize,
            PartitionQuery.Contents contents) {
        this.reads = reads;
        this.partition = partition;
        this.held = held;
        this.range = range;
        this.pageSize = pageSize;
        this.contents = contents;
    }

    /** Goes to the next row; false behind the last, or where the partition could not be read on. */
    boolean advance() {
        at++;
        if (at >= page.size() && hasMore) {
            fetch();
        }
        return at < page.size();
    }

    private void fetch() {
        Read<PartitionPage> read = reads.ask(partition, new PartitionQuery.Rows(remaining(), pageSize, contents));
        at = 0;
        if (read.unavailable().isPresent()) {
            cutShort = read.unavailable();
            page = List.of();
            hasMore = false;
            return;
        }
        PartitionPage fetched = requireNonNull(read.result());
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

    PartitionPage.Entry current() {
        return page.get(at);
    }

    int partition() {
        return partition;
    }

    Held held() {
        return held;
    }

    /** Why rows are missing behind the last one. */
    Optional<String> cutShort() {
        return cutShort;
    }

    @Override
    public void close() {
        held.close();
    }
}
