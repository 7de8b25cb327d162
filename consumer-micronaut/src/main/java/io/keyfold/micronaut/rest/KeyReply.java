package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.config.PeerAddress;
import io.keyfold.query.KeyLocation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a key is, as replies have it.
 *
 * @param routingKey the JSON that the upstream job writes for it, which decides its partition
 * @param storageKey what it is stored under, in hex
 * @param hash what Kafka's partitioner makes of the routing key
 * @param partition the partition that it belongs to
 * @param partitionCount partitions of the topic
 * @param owner the instance that reads the partition, as far as this one knows
 * @param standbys the instances that keep a standby copy, as far as this one knows
 * @param here whether this instance reads the partition
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Key", description = "How a key is written, stored and hashed, and who reads its partition")
record KeyReply(
        @JsonProperty("routing_key") @Schema(example = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}")
        String routingKey,

        @JsonProperty("storage_key") @Schema(example = "413130303100493032")
        String storageKey,

        int hash,
        int partition,
        @JsonProperty("partition_count") int partitionCount,

        @Nullable @Schema(nullable = true, example = "10.0.0.7:8080")
        String owner,

        List<String> standbys,
        boolean here) {

    static KeyReply of(KeyLocation location) {
        return new KeyReply(
                location.routingKey(),
                HexFormat.of().formatHex(location.storageKey().bytes()),
                location.hash(),
                location.partition(),
                location.partitionCount(),
                location.owners().active().map(PeerAddress::toString).orElse(null),
                location.owners().standbys().stream().map(PeerAddress::toString).toList(),
                location.owners().isHere());
    }
}
