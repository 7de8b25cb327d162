package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.ValueFields;
import io.keyfold.store.TopicBinding.Verdict;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicBindingTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final JsonOptions ISO = new JsonOptions(JsonOptions.TimestampFormat.ISO_8601, false);
    private static final TopicBinding KEPT = binding("cluster", "id-1", 6);

    private static TopicBinding binding(TableContract contract) {
        return TopicBinding.of(
                contract, new SourceTopic("cluster", "t", "id-1", List.of(new SourceTopic.Ends(0, 0, 0))));
    }

    private static TopicBinding binding(String clusterId, String topicId, int partitions) {
        SourceTopic source = new SourceTopic(
                clusterId, ORDER_ITEM.topic(), topicId, Collections.nCopies(partitions, new SourceTopic.Ends(0, 0, 0)));
        return TopicBinding.of(ORDER_ITEM, source);
    }

    private static Verdict compare(TopicBinding now, Materialization materialization) {
        return TopicBinding.decode(KEPT.encode()).compare(now, "orders", materialization);
    }

    @Test
    void decode_ofWhatWasEncoded_isTheSame() {
        assertThat(TopicBinding.decode(KEPT.encode())).isEqualTo(KEPT);
    }

    /** A copy that is on disk must fit: the value was computed before contracts had a key prefix or lenient options. */
    @Test
    void of_contractWithoutLaterOptions_hasTheFingerprintOfOld() {
        assertThat(KEPT.contract()).isEqualTo("c8d381a32ec45904f6e357403d64564a4f7fd99eceaa2120f70f0d489485cf4a");
    }

    static List<TableContract> readOtherwise() {
        return List.of(
                ORDER_ITEM.withLenient(new LenientOptions(true, Set.of(), Optional.empty())),
                ORDER_ITEM.withLenient(new LenientOptions(false, Set.of("amount"), Optional.empty())),
                byItem("", JsonOptions.FLINK_DEFAULTS, JsonOptions.FLINK_DEFAULTS),
                byItem("item_", JsonOptions.FLINK_DEFAULTS, JsonOptions.FLINK_DEFAULTS),
                byItem("", ISO, JsonOptions.FLINK_DEFAULTS),
                byItem("", JsonOptions.FLINK_DEFAULTS, ISO),
                byItem("", ISO, ISO));
    }

    private static TableContract byItem(String prefix, JsonOptions keyJson, JsonOptions valueJson) {
        return new TableContract(
                ORDER_ITEM.name(),
                ORDER_ITEM.topic(),
                List.of("item_id"),
                prefix,
                ValueFields.EXCEPT_KEY,
                keyJson,
                valueJson,
                ORDER_ITEM.columns(),
                LenientOptions.NONE,
                ORDER_ITEM.requirements());
    }

    @Test
    void of_contractsThatAreReadOtherwise_haveFingerprintsOfTheirOwn() {
        Set<String> fingerprints = new HashSet<>(Set.of(KEPT.contract()));

        for (TableContract contract : readOtherwise()) {
            assertThat(fingerprints.add(binding(contract).contract()))
                    .as(
                            "%s, %s, %s, %s",
                            contract.keyPrefix(), contract.keyJson(), contract.valueJson(), contract.lenient())
                    .isTrue();
        }
    }

    @Test
    void compare_withTheSameTopic_fits() {
        for (Materialization materialization : Materialization.values()) {
            assertThat(compare(binding("cluster", "id-1", 6), materialization)).isEqualTo(new Verdict.Fits());
        }
    }

    @Test
    void compare_topicMadeAnew_isRebuiltAsAMirror() {
        assertThat(compare(binding("cluster", "id-2", 6), Materialization.SOURCE_TOPIC))
                .isEqualTo(new Verdict.Rebuild("topic orders was deleted and made anew since"));
    }

    @Test
    void compare_topicMadeAnewWithMorePartitions_isRebuiltAsAMirror() {
        assertThat(compare(binding("cluster", "id-2", 8), Materialization.SOURCE_TOPIC))
                .isInstanceOf(Verdict.Rebuild.class);
    }

    @Test
    void compare_topicMadeAnewUnderDerivedState_isRefused() {
        assertThat(compare(binding("cluster", "id-2", 6), Materialization.CHANGELOG))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refuse -> assertThat(refuse.why())
                                .startsWith(
                                        "topic orders was deleted and made anew since; what is derived from the table"));
    }

    @Test
    void compare_partitionsAdded_isRefusedInBoth() {
        for (Materialization materialization : Materialization.values()) {
            assertThat(compare(binding("cluster", "id-1", 8), materialization))
                    .isInstanceOfSatisfying(
                            Verdict.Refuse.class,
                            refuse -> assertThat(refuse.why())
                                    .startsWith(
                                            "topic orders has 8 partitions and had 6: keys now hash to other partitions"));
        }
    }

    @Test
    void compare_anotherContract_isRebuiltAsAMirror() {
        TableContract changed = new TableContract(
                ORDER_ITEM.name(),
                ORDER_ITEM.topic(),
                List.of("item_id", "order_id"),
                ORDER_ITEM.valueFields(),
                ORDER_ITEM.valueJson(),
                ORDER_ITEM.columns(),
                ORDER_ITEM.requirements());
        TopicBinding now = TopicBinding.of(
                changed,
                new SourceTopic("cluster", "t", "id-1", Collections.nCopies(6, new SourceTopic.Ends(0, 0, 0))));

        assertThat(compare(now, Materialization.SOURCE_TOPIC))
                .isEqualTo(new Verdict.Rebuild("the contract has changed since"));
    }

    /** It says when rows go, not how records are read. */
    @Test
    void compare_contractThatDeclaresExpiry_fits() {
        TableContract expiring =
                ORDER_ITEM.withRequirements(ORDER_ITEM.requirements().withExpiry());

        assertThat(binding(expiring)).isEqualTo(binding(ORDER_ITEM));
    }

    @Test
    void compare_anotherCluster_isRebuiltAsAMirror() {
        assertThat(compare(binding("other", "id-1", 6), Materialization.SOURCE_TOPIC))
                .isEqualTo(new Verdict.Rebuild("it was read from another Kafka cluster"));
    }

    @Test
    void compare_anotherStoreFormat_isRebuiltInBoth() {
        for (Materialization materialization : Materialization.values()) {
            assertThat(TopicBinding.decode("9\nsomething".getBytes(UTF_8)).compare(KEPT, "orders", materialization))
                    .isEqualTo(new Verdict.Rebuild("it was kept in another store format"));
        }
    }
}
