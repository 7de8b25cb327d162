package io.keyfold.risk.amount;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.risk.item.OrderItem;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LiveAmountTest {

    private static OrderItem item(@Nullable String amount, @Nullable String status) {
        return new OrderItem(
                "A1001", "I01", "U01", "SKU-9", 1, amount == null ? null : new BigDecimal(amount), status, null);
    }

    @Test
    void none_isZeroToTheCent() {
        assertThat(LiveAmount.NONE.total().items()).isZero();
        assertThat(LiveAmount.NONE.total().plainAmount()).isEqualTo("0.00");
        assertThat(LiveAmount.NONE.byStatus()).isEmpty();
    }

    @Test
    void plus_cents_areExact() {
        LiveAmount amount = LiveAmount.NONE;
        for (int i = 0; i < 1000; i++) {
            amount = amount.plus(item("0.10", "PAID"));
        }

        assertThat(amount.total().items()).isEqualTo(1000);
        assertThat(amount.total().plainAmount()).isEqualTo("100.00");
    }

    @Test
    void plus_largeAmounts_areWrittenPlain() {
        LiveAmount amount =
                LiveAmount.NONE.plus(item("9999999999999999.99", "PAID")).plus(item("1E+2", "PAID"));

        assertThat(amount.total().plainAmount()).isEqualTo("10000000000000099.99");
    }

    @Test
    void plus_itemWithoutAmount_countsAndAddsNothing() {
        LiveAmount amount = LiveAmount.NONE.plus(item(null, "CREATED")).plus(item("-5.00", "CREATED"));

        assertThat(amount.total().items()).isEqualTo(2);
        assertThat(amount.total().plainAmount()).isEqualTo("-5.00");
    }

    @Test
    void plus_statuses_areApartAndThoseWithoutComeLast() {
        LiveAmount amount = LiveAmount.NONE
                .plus(item("1.00", null))
                .plus(item("2.00", "已退款"))
                .plus(item("3.00", "PAID"))
                .plus(item("4.00", "PAID"));

        assertThat(amount.byStatus().keySet())
                .containsExactly(Optional.of("PAID"), Optional.of("已退款"), Optional.empty());
        assertThat(amount.byStatus().get(Optional.of("PAID"))).isEqualTo(new LiveAmount.Sum(2, new BigDecimal("7.00")));
    }
}
