package io.keyfold.zombie;

import io.keyfold.OrderItem;
import io.keyfold.OrderProjection;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.crash.CrashChild;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The process that is killed while it looks for zombies. Says {@code RIGHT} once all that it has is right and fresh, and
 * {@code MISFIT what} if that does not come, or if a zombie was served as fresh. Ends when standard input does.
 */
public final class ZombieChild {

    private final ZombieChildOptions options;
    private final UpsertConsumer consumer;
    private final List<OrderItem> live;

    private ZombieChild(ZombieChildOptions options) {
        this.options = options;
        this.consumer = options.haltAt().moment() == HaltAt.Moment.IN_WINDOW
                ? options.reader().consumer(Optional.of(new SweepWindow()::build))
                : options.reader().consumer();
        this.live =
                options.live().stream().map(ZombieChildOptions.Item::orderItem).toList();
    }

    /**
     * Runs until standard input ends.
     *
     * @param args one {@link ZombieChildOptions}
     */
    public static void main(String[] args) throws IOException {
        new ZombieChild(ZombieChildOptions.parse(args[0])).run();
    }

    private void run() throws IOException {
        UpsertTable<RowJson> items = consumer.table(ZombieScene.ITEMS);
        SweepHalt.begin(items, options.haltAt());
        List<RowKey> zombies = options.zombies().stream()
                .map(order -> RowKey.of(order, ZombieScene.ITEM))
                .toList();
        try (ZombieWatch watch = ZombieWatch.begin(items, OrderProjection.BY_USER.declaredName(), zombies)) {
            consumer.start();
            awaitRight();
            watch.servedFresh().forEach(how -> say("MISFIT served as fresh: " + how));
            say("RIGHT");
            while (System.in.read() >= 0) {
                // until the parent has seen enough
            }
        }
        consumer.close();
    }

    private void awaitRight() {
        try {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(50))
                    .atMost(ZombieScene.PATIENCE)
                    .untilAsserted(() -> Rightness.check(consumer, options.reader(), live));
        } catch (ConditionTimeoutException e) {
            say("MISFIT not right: " + String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    private static void say(String line) {
        System.out.println(CrashChild.PROMPT + line);
    }
}
