package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.micronaut.health.FindingReply;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What was noticed of a table's topic and of this instance, as replies have it.
 *
 * @param table the table
 * @param findings the gravest first
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Findings", description = "What was noticed of a table's topic and of this instance")
record FindingsReply(String table, List<FindingReply> findings) {}
