package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.UpsertTable;
import io.keyfold.config.Grouping;
import io.keyfold.config.IndexSettings;
import io.keyfold.config.StaleRows;
import io.keyfold.config.TotalSettings;
import io.keyfold.health.ColumnDrift;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.TableCounts;
import io.keyfold.micronaut.health.FindingReply;
import io.keyfold.micronaut.health.PartitionReply;
import io.keyfold.micronaut.health.ReadinessReason;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table, as replies have it.
 *
 * @param name by which it is asked for
 * @param topic what it is read from
 * @param ready whether it may be asked
 * @param live whether it has not stopped for good
 * @param reason why it is not ready; null if it is
 * @param key the key columns, in the contract's order
 * @param columns all columns
 * @param partitionCount partitions of the topic
 * @param partitions those that this instance reads
 * @param staleRows what becomes of rows that may have been deleted upstream
 * @param counts what became of the records read since the start
 * @param drift how values differ from the contract, a field at a time
 * @param findings what was noticed of the topic and of this instance, the gravest first
 * @param indexes the indexes beside it
 * @param totals the totals beside it
 * @param rows where to read rows
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "A table: its contract, and how far this instance has read it")
record TableReply(
        String name,
        String topic,
        boolean ready,
        boolean live,
        @Nullable @Schema(nullable = true) String reason,
        List<String> key,
        List<ColumnReply> columns,
        @JsonProperty("partition_count") int partitionCount,
        List<PartitionReply> partitions,
        @JsonProperty("stale_rows") StaleRows staleRows,
        Counts counts,
        List<ColumnDrift> drift,
        List<FindingReply> findings,
        List<IndexReply> indexes,
        List<TotalReply> totals,
        String rows) {

    static TableReply of(UpsertTable<?> table, String path) {
        TableContract contract = table.contract();
        TableStatus status = table.status();
        return new TableReply(
                contract.name(),
                contract.topic(),
                status.isReady(),
                status.isLive(),
                ReadinessReason.of(status).orElse(null),
                contract.keyColumns(),
                contract.columns().stream().map(ColumnReply::of).toList(),
                status.partitionCount(),
                status.partitions().stream().map(PartitionReply::of).toList(),
                status.staleRows(),
                Counts.of(status.counts()),
                status.drift(),
                table.findings().stream().map(FindingReply::of).toList(),
                table.settings().indexes().stream()
                        .map(index -> IndexReply.of(index, path))
                        .toList(),
                table.settings().totals().stream()
                        .map(total -> TotalReply.of(total, path))
                        .toList(),
                path + "/rows");
    }

    /**
     * One index.
     *
     * @param name by which it is asked
     * @param columns by which its rows are sorted
     * @param rows where to read rows in its order
     */
    @Schema(name = "Index", description = "Rows in the order of some columns")
    record IndexReply(
            String name,
            List<String> columns,

            @Schema(example = "/v1/tables/dwd_order_item/indexes/by_user/rows")
            String rows) {

        static IndexReply of(IndexSettings index, String tablePath) {
            return new IndexReply(index.name(), index.columns(), tablePath + "/indexes/" + index.name() + "/rows");
        }
    }

    /**
     * One total.
     *
     * @param name by which it is asked
     * @param measure what is told of each group
     * @param groupBy what the rows of a group have in common
     * @param groups where to read its groups
     */
    @Schema(name = "Total", description = "One measure of each group of rows")
    record TotalReply(
            String name,
            @Schema(example = "sum(amount)") String measure,
            @JsonProperty("group_by") List<String> groupBy,

            @Schema(example = "/v1/tables/dwd_order_item/totals/amount_by_status")
            String groups) {

        static TotalReply of(TotalSettings total, String tablePath) {
            return new TotalReply(
                    total.name(),
                    total.measure().toString(),
                    total.groupBy().stream().map(Grouping::toString).toList(),
                    tablePath + "/totals/" + total.name());
        }
    }

    /**
     * One column.
     *
     * @param name its name
     * @param type its Flink SQL type
     * @param nullable whether a row may leave it out
     * @param personal whether it is personal data
     */
    @Schema(name = "Column")
    record ColumnReply(
            String name, @Schema(example = "DECIMAL(18, 2)") String type, boolean nullable, boolean personal) {

        static ColumnReply of(Column column) {
            return new ColumnReply(column.name(), column.type().toString(), column.nullable(), column.personal());
        }
    }

    /**
     * Records by what became of them; from inserted to dead-lettered they add up to {@code read}.
     *
     * @param read records read
     * @param inserted made a row
     * @param updated replaced a row
     * @param deleted removed a row
     * @param unchanged changed nothing
     * @param skipped had been applied before
     * @param loaded a restore brought into the store
     * @param superseded a later one for the same key replaced before a restore brought them into the store
     * @param deadLettered were bad, by reason
     * @param foreign of all these, lie in another partition than the one their key hashes to; absent if none
     * @param respelledKeys of all these, have a key with other bytes than Flink writes for it; absent if none
     * @param deletesOfNothing of the unchanged, deletes of a row that was not there; absent if none
     * @param swept rows that audits had deleted, none of the records; absent if none
     * @param expired rows whose record had expired, none of the records either; absent if none
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(
            name = "RecordCounts",
            description = "Records since the start; from inserted to dead_lettered they add up to read")
    record Counts(
            long read,
            long inserted,
            long updated,
            long deleted,
            long unchanged,
            long skipped,
            long loaded,
            long superseded,
            @JsonProperty("dead_lettered") Map<String, Long> deadLettered,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long foreign,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("respelled_keys") @Nullable
            Long respelledKeys,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("deletes_of_nothing") @Nullable
            Long deletesOfNothing,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long swept,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long expired) {

        static Counts of(TableCounts counts) {
            return new Counts(
                    counts.read(),
                    counts.inserted(),
                    counts.updated(),
                    counts.deleted(),
                    counts.unchanged(),
                    counts.skipped(),
                    counts.loaded(),
                    counts.superseded(),
                    counts.deadLettered(),
                    orAbsent(counts.foreign()),
                    orAbsent(counts.respelledKeys()),
                    orAbsent(counts.deletesOfNothing()),
                    orAbsent(counts.swept()),
                    orAbsent(counts.expired()));
        }

        private static @Nullable Long orAbsent(long count) {
            return count == 0 ? null : count;
        }
    }
}
