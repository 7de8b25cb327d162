package io.keyfold.zombie;

import io.keyfold.test.KeyfoldKafka;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaAlteration.Op;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;

/** A quota of the broker under which the consumers of one instance read slowly, until it is lifted. For one thread. */
final class SlowClients implements AutoCloseable {

    /** As Kafka Streams calls the consumers of an instance's only thread. */
    private static final List<String> CONSUMERS =
            List.of("-StreamThread-1-consumer", "-StateUpdater-1-restore-consumer");

    private final Admin admin;
    private final String clientId;

    private SlowClients(Admin admin, String clientId) {
        this.admin = admin;
        this.clientId = clientId;
    }

    /** Those of an instance that is given their client id. */
    static SlowClients begin(KeyfoldKafka kafka, double bytesPerSecond) {
        SlowClients slow = new SlowClients(kafka.admin(), kafka.uniqueName("slow"));
        slow.alter(bytesPerSecond);
        return slow;
    }

    /** {@code client.id} of the instance. */
    String clientId() {
        return clientId;
    }

    private void alter(@Nullable Double bytesPerSecond) {
        admin.alterClientQuotas(CONSUMERS.stream()
                        .map(consumer -> new ClientQuotaAlteration(
                                new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, clientId + consumer)),
                                List.of(new Op("consumer_byte_rate", bytesPerSecond))))
                        .toList())
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** They read as fast as they can. */
    void lift() {
        alter(null);
    }

    @Override
    public void close() {
        lift();
    }
}
