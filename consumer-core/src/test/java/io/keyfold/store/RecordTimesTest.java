package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.store.RecordTimes.First;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RecordTimesTest {

    private static final TopicPartition PARTITION = new TopicPartition("dwd_order_item", 1);
    private static final Instant WRITTEN = Instant.parse("2024-01-15T02:40:00Z");

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final RecordTimes subject = new RecordTimes(() -> consumer);

    private void holds(long offset, long timestampMs) {
        holds(offset, timestampMs, TimestampType.CREATE_TIME);
    }

    private void holds(long offset, long timestampMs, TimestampType type) {
        consumer.schedulePollTask(() -> consumer.addRecord(new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                offset,
                timestampMs,
                type,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty())));
    }

    @Test
    void first_recordBehindAGap_tellsItsOffsetAndTime() {
        holds(5, WRITTEN.toEpochMilli());

        assertThat(subject.first(PARTITION, 3, 9)).hasValue(new First(5, Optional.of(new RecordTime(WRITTEN, false))));
    }

    @Test
    void first_topicOfAppendTimes_saysThatTheBrokerSetIt() {
        holds(3, WRITTEN.toEpochMilli(), TimestampType.LOG_APPEND_TIME);

        assertThat(subject.first(PARTITION, 3, 9)).hasValue(new First(3, Optional.of(new RecordTime(WRITTEN, true))));
    }

    /** UC-58: the age of such a record is not known; it is not 54 years. */
    @Test
    void first_recordWithoutTimestamp_hasNoTime() {
        holds(3, -1);

        assertThat(subject.first(PARTITION, 3, 9)).hasValue(new First(3, Optional.empty()));
    }

    @Test
    void first_recordAtTheEnd_doesNotCount() {
        holds(9, WRITTEN.toEpochMilli());

        assertThat(subject.first(PARTITION, 3, 9)).hasValue(new First(9, Optional.empty()));
    }

    @Test
    void first_askedBetweenPlaceAndRecord_isRemembered() {
        holds(5, WRITTEN.toEpochMilli());
        Optional<First> found = subject.first(PARTITION, 3, 9);

        assertThat(subject.isKnown(PARTITION, 2)).isFalse();
        assertThat(subject.isKnown(PARTITION, 5)).isTrue();
        assertThat(subject.isKnown(PARTITION, 6)).isFalse();
        assertThat(subject.first(PARTITION, 4, 9)).isEqualTo(found);
    }

    /** What was written there since is not known yet. */
    @Test
    void first_askedAtTheEndOfNothing_isReadAnew() {
        holds(9, WRITTEN.toEpochMilli());
        subject.first(PARTITION, 3, 9);

        assertThat(subject.isKnown(PARTITION, 8)).isTrue();
        assertThat(subject.isKnown(PARTITION, 9)).isFalse();
    }

    @Test
    void keepOnly_others_forgets() {
        holds(5, WRITTEN.toEpochMilli());
        subject.first(PARTITION, 3, 9);

        subject.keepOnly(Set.of());

        assertThat(subject.isKnown(PARTITION, 3)).isFalse();
    }

    @Test
    void first_brokerRefuses_isNotKnown() {
        consumer.setPollException(new KafkaException("refused"));

        assertThat(subject.first(PARTITION, 3, 9)).isEmpty();
        assertThat(subject.isKnown(PARTITION, 3)).isFalse();
    }

    @Test
    void close_neverAsked_makesNoConsumer() {
        List<String> made = new ArrayList<>();
        RecordTimes unused = new RecordTimes(() -> {
            made.add("consumer");
            return consumer;
        });

        unused.close();

        assertThat(made).isEmpty();
    }

    @Test
    void close_asked_closesItsConsumer() {
        holds(5, WRITTEN.toEpochMilli());
        subject.first(PARTITION, 3, 9);

        subject.close();

        assertThat(consumer.closed()).isTrue();
    }
}
