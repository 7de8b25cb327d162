package io.keyfold.micronaut.rest;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The audits that were asked for, as replies have them.
 *
 * @param audits the last one first
 */
@Schema(
        name = "AuditRuns",
        description = "The audits that were asked for on this instance since its start, the last 16")
record AuditRunsReply(List<AuditRunReply> audits) {}
