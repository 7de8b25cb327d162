package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is open in a partition, as replies have it.
 *
 * @param producerId its producer's id
 * @param producerEpoch its producer's epoch
 * @param startOffset its first offset in the partition
 * @param startedAt when it began, ISO-8601 in UTC; absent if not known
 * @param transactionalId its producer's transactional id; absent if it may not be read, or nobody knows it
 * @param state what its coordinator says of it; absent if that may not be read
 * @param timeoutMs after which its coordinator aborts it; absent if not known
 * @param verdict what is to be thought of it
 * @param why in words that follow "because"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "OpenTransaction", description = "A transaction that is open in a partition")
public record TransactionReply(
        @JsonProperty("producer_id") long producerId,
        @JsonProperty("producer_epoch") int producerEpoch,
        @JsonProperty("start_offset") long startOffset,

        @JsonProperty("started_at") @Nullable @Schema(format = "date-time")
        String startedAt,

        @JsonProperty("transactional_id") @Nullable String transactionalId,
        @Nullable String state,
        @JsonProperty("timeout_ms") @Nullable Long timeoutMs,
        TransactionVerdict verdict,
        String why) {

    static TransactionReply of(OpenTransaction transaction) {
        return new TransactionReply(
                transaction.producerId(),
                transaction.producerEpoch(),
                transaction.startOffset(),
                transaction.startedAt().map(Instant::toString).orElse(null),
                transaction.transactionalId().orElse(null),
                transaction.state().orElse(null),
                transaction.timeout().map(Duration::toMillis).orElse(null),
                transaction.verdict(),
                transaction.why());
    }
}
