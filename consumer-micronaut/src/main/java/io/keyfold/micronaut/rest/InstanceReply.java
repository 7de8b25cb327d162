package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.health.TableStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This instance, as replies have it.
 *
 * @param consumer the consumer's name, which its instances share
 * @param instance by what it is told from the others: keyfold.instance-id, or the address; null if neither is set
 * @param version of Keyfold
 * @param startedAt when it started, ISO-8601 in UTC
 * @param address where the other instances ask it; null if they do not
 * @param tables its tables
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Instance", description = "This instance of the service")
record InstanceReply(
        String consumer,

        @Nullable @Schema(nullable = true, example = "10.0.0.7:8080")
        String instance,

        @Schema(example = "0.1.0") String version,

        @JsonProperty("started_at") @Schema(format = "date-time")
        String startedAt,

        @Nullable @Schema(nullable = true, example = "10.0.0.7:8080")
        String address,

        List<Table> tables) {

    /**
     * One table.
     *
     * @param name by which it is asked for
     * @param ready whether it may be asked
     * @param live whether it has not stopped for good
     */
    @Schema(name = "InstanceTable")
    record Table(String name, boolean ready, boolean live) {

        static Table of(TableStatus status) {
            return new Table(status.table(), status.isReady(), status.isLive());
        }
    }
}
