package io.keyfold.crash;

import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.StoreBuilder;

/** A store that keeps nothing and tells when it is told to commit. */
public final class WatchStore implements StateStore {

    private final String name;
    private final IntConsumer committed;
    private int partition;
    private boolean open;

    private WatchStore(String name, IntConsumer committed) {
        this.name = name;
        this.committed = committed;
    }

    public static StoreBuilder<WatchStore> builder(String name, IntConsumer committed) {
        return new Builder(name, committed);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        partition = context.taskId().partition();
        open = true;
        context.register(root, (key, value) -> {});
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        committed.accept(partition);
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public void close() {
        open = false;
    }

    private record Builder(String name, IntConsumer committed) implements StoreBuilder<WatchStore> {

        @Override
        public WatchStore build() {
            return new WatchStore(name, committed);
        }

        @Override
        public StoreBuilder<WatchStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<WatchStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<WatchStore> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<WatchStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
