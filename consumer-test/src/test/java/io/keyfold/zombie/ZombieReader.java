package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.keyfold.OrderProjection;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A consumer with a subscriber, watched, started and closed again and again over the same state directory. For one thread. */
final class ZombieReader implements AutoCloseable {

    private final ZombieScene scene;
    private final ReaderSettings settings;
    private final Queue<RowChange<RowJson>> changes = new ConcurrentLinkedQueue<>();
    private @Nullable UpsertConsumer consumer;
    private @Nullable ZombieWatch watch;

    ZombieReader(ZombieScene scene, ReaderSettings settings) {
        this.scene = scene;
        this.settings = settings;
    }

    /** Begins to read; those that are deleted by now are watched from before its start. */
    ZombieReader start() {
        changes.clear();
        UpsertConsumer started = settings.consumer();
        consumer = started;
        table().subscribe(changes::add);
        watch = ZombieWatch.begin(table(), OrderProjection.BY_USER.declaredName(), scene.zombieKeys());
        started.start();
        return this;
    }

    UpsertTable<RowJson> table() {
        return requireNonNull(consumer).table(ZombieScene.ITEMS);
    }

    ZombieWatch watch() {
        return requireNonNull(watch);
    }

    /** What its subscriber was told since the last start. */
    List<RowChange<RowJson>> changes() {
        return List.copyOf(changes);
    }

    /** Returns when all that it has is what it should be, and nothing of it is stale. */
    ZombieReader awaitRight() {
        await().atMost(ZombieScene.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> Rightness.check(requireNonNull(consumer), settings, scene.live()));
        return this;
    }

    /** All that went to the topic of what is derived. */
    OutLog out() {
        return new OutLog(settings.bootstrapServers(), settings.outTopic());
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        if (consumer != null) {
            consumer.close();
        }
    }
}
