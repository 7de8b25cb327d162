package io.keyfold;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A mirror as a process of its own that is killed before it ever commits: what it has written by then are its letters.
 * Says {@code READY} on standard output, and ends when standard input does.
 */
final class LetterProcessMain {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NEVER_MS = "3600000";

    private LetterProcessMain() {}

    /** Takes bootstrap servers, the consumer's name, the topic, the state directory and perhaps one for the letters. */
    public static void main(String[] args) throws Exception {
        TableSettings topic =
                TableSettings.of(TableContracts.named("dwd_order_item").withTopic(args[2]));
        UpsertConsumer consumer = UpsertConsumer.builder(args[1])
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(args[0])
                .stateDir(Path.of(args[3]))
                .instanceId("one")
                .table(args.length > 4 ? topic.deadLetterFiles(Path.of(args[4])) : topic)
                .streamsOverrides(Map.of("commit.interval.ms", NEVER_MS))
                .build();
        consumer.start();
        if (!consumer.awaitReady(PATIENCE)) {
            throw new IllegalStateException("not ready after " + PATIENCE);
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until who started it is gone
        }
        Runtime.getRuntime().halt(1);
    }
}
