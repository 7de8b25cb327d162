package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis of a topic or an instance, as replies have it.
 *
 * @param id its kind
 * @param about what it is about: a table, a topic or a partition
 * @param severity how much it matters
 * @param sentence what is the matter
 * @param advice what to do
 * @param since when it was first noticed, ISO-8601 in UTC; absent where that is not known
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "A diagnosis of a topic or of this instance")
public record FindingReply(
        @Schema(example = "foreign-records") String id,
        @Schema(example = "dwd_order_item-3") String about,
        Severity severity,
        String sentence,
        String advice,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String since) {

    /**
     * {@return the reply for a finding}
     *
     * @param finding what was found
     */
    public static FindingReply of(Finding finding) {
        return new FindingReply(
                finding.id(),
                finding.about(),
                finding.severity(),
                finding.sentence(),
                finding.advice(),
                finding.since().map(Instant::toString).orElse(null));
    }
}
