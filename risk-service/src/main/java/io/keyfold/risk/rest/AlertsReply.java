package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.query.IndexPage;
import io.keyfold.query.Page;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Alerts that are open.
 *
 * @param alerts each with the record that wrote it
 * @param more whether there are more than are listed
 * @param complete whether every partition could be asked
 * @param missing those that could not, and why
 * @param asOf how far each partition of the alerts had been read at least
 * @param stale partitions of the items in which deletes may have been missed, as far as the instance that was asked knows: alerts
 *     may be open whose cause is gone
 * @param staleAlerts partitions of the alerts in which deletes may have been missed, and why
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Alerts", description = "Alerts that are open")
record AlertsReply(
        List<AlertReply> alerts,
        boolean more,
        boolean complete,
        List<MissingPartition> missing,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<Integer> stale,
        @JsonProperty("stale_alerts") List<StalePartitionReply> staleAlerts) {

    static final int MOST = 1_000;

    static AlertsReply of(Page<AlertRow> page, RiskState state, boolean usersHidden) {
        RiskState.requireAsked(page.asOf(), page.missing());
        return new AlertsReply(
                replies(page.rows(), state, usersHidden),
                page.next().isPresent(),
                page.isComplete(),
                page.missing(),
                page.asOf(),
                state.staleItems(),
                StalePartitionReply.of(page.stale()));
    }

    static AlertsReply of(IndexPage<AlertRow> page, RiskState state, boolean usersHidden) {
        RiskState.requireAsked(page.asOf(), page.missing());
        return new AlertsReply(
                replies(page.rows(), state, usersHidden),
                page.next().isPresent(),
                page.isComplete(),
                page.missing(),
                page.asOf(),
                state.staleItems(),
                StalePartitionReply.of(page.stale()));
    }

    private static List<AlertReply> replies(List<Row<AlertRow>> rows, RiskState state, boolean usersHidden) {
        return rows.stream()
                .map(row -> AlertReply.of(row, state.topic(), usersHidden))
                .toList();
    }
}
