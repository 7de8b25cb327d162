package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An item that might be.
 *
 * @param orderId the order
 * @param itemId the item within the order
 * @param userId who would buy it
 * @param skuId what
 * @param quantity how many
 * @param amount what they would cost together
 * @param status the order's status
 * @param updateTime when, as the upstream job would write it; now if not said
 */
@Schema(name = "Candidate", description = "An item that might be; columns as in dwd_order_item")
record CandidateItem(
        @JsonProperty("order_id") @Nullable @Schema(example = "A1001", requiredMode = Schema.RequiredMode.REQUIRED)
        String orderId,

        @JsonProperty("item_id") @Nullable @Schema(example = "I02", requiredMode = Schema.RequiredMode.REQUIRED)
        String itemId,

        @JsonProperty("user_id") @Nullable @Schema(example = "U01", requiredMode = Schema.RequiredMode.REQUIRED)
        String userId,

        @JsonProperty("sku_id") @Nullable String skuId,
        @Nullable Integer quantity,
        @Nullable @Schema(example = "999.00") BigDecimal amount,
        @JsonProperty("order_status") @Nullable String status,

        @JsonProperty("update_time") @Nullable @Schema(example = "2024-01-15 10:30:00")
        String updateTime) {

    private static final int SCALE = 2;
    private static final int PRECISION = 18;

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build()
            .readerFor(CandidateItem.class);

    /**
     * {@return the item of a body}
     *
     * @throws ProblemException if it is none that the table could hold
     */
    static CandidateItem read(String body) {
        CandidateItem item;
        try {
            item = JSON.readValue(body);
        } catch (UnrecognizedPropertyException e) {
            throw bad(e.getPropertyName() + ": unknown (expected: one of " + e.getKnownPropertyIds() + ")");
        } catch (JsonMappingException e) {
            throw bad(
                    e.getPath().isEmpty()
                            ? "no item (expected: an object)"
                            : e.getPath().get(0).getFieldName() + ": of another type than its column");
        } catch (JsonProcessingException e) {
            throw bad("not valid JSON");
        }
        if (item == null) {
            throw bad("no item (expected: an object)");
        }
        item.requireFits();
        return item;
    }

    private void requireFits() {
        require("order_id", orderId);
        require("item_id", itemId);
        require("user_id", userId);
        time();
        if (amount != null && !fits(amount)) {
            throw bad("amount: no DECIMAL(18, 2) (expected: as many digits at the most)");
        }
    }

    /** Looks at how long the number is before anything is computed: a short text may be one of two milliards of digits. */
    private static boolean fits(BigDecimal amount) {
        long digitsBeforePoint = (long) amount.precision() - amount.scale();
        return digitsBeforePoint <= PRECISION - SCALE
                && (amount.scale() <= SCALE || amount.stripTrailingZeros().scale() <= SCALE);
    }

    private static void require(String field, @Nullable String value) {
        if (value == null) {
            throw bad(field + ": missing (expected: a text)");
        }
    }

    /** With the digits that the column has. */
    @Nullable
    BigDecimal cents() {
        return amount == null ? null : amount.setScale(SCALE);
    }

    Optional<LocalDateTime> time() {
        if (updateTime == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    LocalDateTime.parse(updateTime.replace(' ', 'T'), DateTimeFormatter.ISO_LOCAL_DATE_TIME));
        } catch (DateTimeParseException e) {
            throw bad("update_time: no time (expected: such as 2024-01-15 10:30:00)");
        }
    }

    private static ProblemException bad(String what) {
        return ProblemException.of(ProblemType.BAD_BODY, "body: " + what);
    }
}
