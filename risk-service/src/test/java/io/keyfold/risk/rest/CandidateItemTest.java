package io.keyfold.risk.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CandidateItemTest {

    private static CandidateItem with(String more) {
        return CandidateItem.read("{\"order_id\":\"A1\",\"item_id\":\"I1\",\"user_id\":\"U1\""
                + (more.isEmpty() ? "" : "," + more) + "}");
    }

    private static String refusedWith(String body) {
        ProblemException problem = catchThrowableOfType(ProblemException.class, () -> CandidateItem.read(body));
        assertThat(problem).as(body).isNotNull();
        assertThat(problem.type()).isEqualTo(ProblemType.BAD_BODY);
        return problem.detail();
    }

    private static String refusedAmount(String amount) {
        return refusedWith("{\"order_id\":\"A1\",\"item_id\":\"I1\",\"user_id\":\"U1\",\"amount\":" + amount + "}");
    }

    @Test
    void read_wholeItem_hasItsColumns() {
        CandidateItem item = with("\"sku_id\":\"S\",\"quantity\":2,\"amount\":19.9,\"order_status\":\"PAID\","
                + "\"update_time\":\"2024-01-15 10:30:00\"");

        assertThat(item.quantity()).isEqualTo(2);
        assertThat(item.cents()).isEqualTo(new BigDecimal("19.90"));
        assertThat(item.time()).contains(LocalDateTime.of(2024, 1, 15, 10, 30));
        assertThat(with("").cents()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1e15, 1000000000000000.00",
        "9999999999999999.99, 9999999999999999.99",
        "-9999999999999999.9900, -9999999999999999.99",
        "0e-2147483647, 0.00",
        "5, 5.00",
    })
    void amount_thatTheColumnHolds_isTaken(String amount, String expected) {
        assertThat(with("\"amount\":" + amount).cents()).isEqualTo(new BigDecimal(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e2147483647", "1e-2147483647", "1e16", "10000000000000000", "0.001", "1.001", "-1e2147483000"})
    void amount_thatTheColumnDoesNotHold_isRefusedBeforeItIsComputedWith(String amount) {
        assertThat(refusedAmount(amount))
                .isEqualTo("body: amount: no DECIMAL(18, 2) (expected: as many digits at the most)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "true", "[1]", "1e99999999999"})
    void amount_thatIsNoNumber_isRefused(String amount) {
        assertThat(refusedAmount(amount)).isEqualTo("body: amount: of another type than its column");
    }

    @ParameterizedTest
    @CsvSource({
        "quantity, 1.9",
        "quantity, 1.0",
        "quantity, '\"1\"'",
        "quantity, 3000000000",
        "user_id, 5",
        "user_id, 5.5",
        "order_id, true",
        "sku_id, 7",
        "update_time, 20240115",
    })
    void value_ofAnotherType_isRefused(String column, String value) {
        assertThat(refusedWith("{\"" + column + "\":" + value + "}"))
                .isEqualTo("body: " + column + ": of another type than its column");
    }
}
