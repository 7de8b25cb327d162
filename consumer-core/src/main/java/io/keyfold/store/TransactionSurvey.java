package io.keyfold.store;

import io.keyfold.store.TransactionEvidence.Told;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;

/** Asks leaders and coordinators about open transactions. Each method answers within seconds, for all that it is asked about. */
interface TransactionSurvey {

    /**
     * Whose transactions a leader says are open in its partition.
     *
     * @param producers theirs, the one that began first before the others
     * @param unseen why it does not say so, in words that follow "because"
     */
    record Open(List<ProducerState> producers, Optional<String> unseen) {
        public Open {
            producers = List.copyOf(producers);
        }
    }

    /** {@return what the leader of each partition says} */
    Map<TopicPartition, Open> open(Collection<TopicPartition> partitions) throws InterruptedException;

    /** {@return what the coordinators say of each producer, by its id} */
    Map<Long, Told> coordinators(Collection<Long> producerIds) throws InterruptedException;

    /** {@return the longest timeout that the brokers allow; empty if it may not be read} */
    Optional<Duration> longestTimeout() throws InterruptedException;
}
