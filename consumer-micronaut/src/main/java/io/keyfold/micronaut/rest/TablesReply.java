package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.health.TableStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * All tables, as replies have them.
 *
 * @param tables in the order of the configuration
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "All tables of this service")
record TablesReply(List<Entry> tables) {

    /**
     * One table.
     *
     * @param name by which it is asked for
     * @param topic what it is read from
     * @param ready whether it may be asked
     * @param live whether it has not stopped for good
     * @param assignedPartitions partitions that this instance reads
     * @param partitionCount partitions of the topic
     * @param self where to read more
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "TableEntry", description = "A table and whether it may be asked")
    record Entry(
            String name,
            String topic,
            boolean ready,
            boolean live,
            @JsonProperty("assigned_partitions") int assignedPartitions,
            @JsonProperty("partition_count") int partitionCount,
            @Schema(example = "/v1/tables/dwd_order_item") String self) {

        static Entry of(TableStatus status, String tablesPath) {
            return new Entry(
                    status.table(),
                    status.topic(),
                    status.isReady(),
                    status.isLive(),
                    status.partitions().size(),
                    status.partitionCount(),
                    tablesPath + "/" + status.table());
        }
    }
}
