package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 5, nothing silent: what a first load and a rebuild read is accounted for as it is live, records without a key too. */
@ExtendWith(KeyfoldKafkaExtension.class)
class RestoredBadRecordIT {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";
    private static final String GOOD = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"amount\":10.00}";

    @Test
    void badRecords_ofAFirstLoadAndOfARebuild_areDeadLettersThatSayWhichTheyAre(
            KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        try (TableUnderTest subject =
                        TableUnderTest.uncompacted(kafka, stateDir, TableContracts.named("dwd_order_item"), 1);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract());
                DeadLetterReader letters = new DeadLetterReader(kafka.bootstrapServers(), subject.deadLetterTopic())) {
            topic.rawText(KEY, GOOD);
            topic.rawText(null, GOOD);
            topic.rawText(KEY, "{torn");
            topic.rawText("{}", GOOD);

            subject.start();
            assertAddsUp(subject.table().status().counts());
            List<DeadLetterReader.Letter> first = List.of(letters.next(), letters.next(), letters.next());
            assertThat(byReason(first)).containsOnlyKeys("null-key", "not-json", "missing-column");
            assertThat(first).allSatisfy(letter -> assertThat(letter.headers()).doesNotContainKey("keyfold.repeat"));
            assertThat(first)
                    .filteredOn(letter -> "null-key".equals(letter.headers().get("keyfold.reason")))
                    .allSatisfy(letter -> assertThat(letter.value()).isEqualTo(GOOD.getBytes(UTF_8)));

            subject.restartWiped();
            assertAddsUp(subject.table().status().counts());
            List<DeadLetterReader.Letter> again = List.of(letters.next(), letters.next(), letters.next());
            assertThat(byReason(again)).isEqualTo(byReason(first));
            assertThat(again)
                    .allSatisfy(letter -> assertThat(letter.headers()).containsEntry("keyfold.repeat", "true"));
        }
    }

    private static void assertAddsUp(TableCounts counts) {
        assertThat(counts.read()).isEqualTo(4);
        assertThat(counts.loaded()).isEqualTo(1);
        assertThat(counts.superseded()).isZero();
        assertThat(counts.deadLettered()).isEqualTo(Map.of("null-key", 1L, "not-json", 1L, "missing-column", 1L));
    }

    private static Map<String, String> byReason(List<DeadLetterReader.Letter> letters) {
        Map<String, String> offsets = new TreeMap<>();
        letters.forEach(letter -> offsets.put(
                letter.headers().get("keyfold.reason"), letter.headers().get("keyfold.offset")));
        return offsets;
    }
}
