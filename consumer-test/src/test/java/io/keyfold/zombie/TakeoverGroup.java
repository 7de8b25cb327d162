package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the instances of one consumer have in common.
 *
 * @param scene what they read
 * @param name the consumer's name
 * @param directory each instance has a directory of its own in it
 * @param materialization how the tables are kept
 * @param outTopic where all that is derived goes
 * @param overrides Kafka Streams' properties
 */
record TakeoverGroup(
        ZombieScene scene,
        String name,
        Path directory,
        Materialization materialization,
        String outTopic,
        Map<String, String> overrides) {

    private static final String HEARTBEAT = "main.consumer.heartbeat.interval.ms";
    private static final String HEARTBEAT_MS = "500";

    /** Members learn soon that another one has come, or has left. */
    static final Map<String, String> SHARED = Map.of(HEARTBEAT, HEARTBEAT_MS);

    /** The same; and who has read less than all is a standby, and stays one until the other leaves. */
    static final Map<String, String> STANDBY = Map.of(
            HEARTBEAT,
            HEARTBEAT_MS,
            "num.standby.replicas",
            "1",
            "acceptable.recovery.lag",
            "0",
            "probing.rebalance.interval.ms",
            "3600000");

    /** The changelogs forget as fast as the source topic does. */
    static TakeoverGroup of(
            ZombieScene scene, Path directory, Materialization materialization, Map<String, String> more) {
        Map<String, String> overrides = new HashMap<>(Map.of("commit.interval.ms", "100"));
        if (materialization == Materialization.CHANGELOG) {
            overrides.put("topic.delete.retention.ms", Long.toString(ZombieScene.DELETE_RETENTION.toMillis()));
            overrides.put("topic.segment.ms", "100");
            overrides.put("topic.min.cleanable.dirty.ratio", "0.001");
        }
        overrides.putAll(more);
        String name = scene.kafka().uniqueName("takeover");
        return new TakeoverGroup(
                scene,
                name,
                directory.resolve(name),
                materialization,
                scene.kafka().createTopic("out", 1),
                Map.copyOf(overrides));
    }

    TakeoverReader reader(String id) {
        return new TakeoverReader(this, id);
    }

    /** Returns when these have all partitions, each of them one, ready, and all that they have together is right. */
    void awaitRight(TakeoverReader... instances) {
        // A reader may be held back by a thread that dies and is replaced.
        await().dontCatchUncaughtExceptions()
                .atMost(ZombieScene.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertRight(instances));
    }

    private void assertRight(TakeoverReader... instances) {
        List<PartitionStatus> partitions = new ArrayList<>();
        Derived together = new Derived();
        for (TakeoverReader instance : instances) {
            partitions.addAll(instance.partitions().values());
            together.add(instance.derived());
        }
        assertThat(partitions)
                .as("partitions")
                .hasSize(ZombieScene.PARTITIONS)
                .allSatisfy(status -> assertThat(status.state()).isEqualTo(PartitionState.READY))
                .extracting(PartitionStatus::partition)
                .doesNotHaveDuplicates();
        Derived expected = scene.expected();
        assertThat(together)
                .isEqualTo(
                        materialization == Materialization.CHANGELOG
                                ? expected
                                : new Derived().withItems(expected.items()));
    }

    OutLog out() {
        return new OutLog(scene.kafka().bootstrapServers(), outTopic);
    }

    /** The changelog of the items. */
    ForgettingLog changelog() {
        return new ForgettingLog(scene, name + "-" + ZombieScene.ITEMS + "-changelog");
    }
}
