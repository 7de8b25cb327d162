package io.keyfold.dashboard.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TotalsTest {

    private final Totals totals = new Totals();

    private void add(String orderId, @Nullable String amount, @Nullable String status) {
        totals.add(new OrderItem(orderId, amount == null ? null : new BigDecimal(amount), status));
    }

    @Test
    void all_nothing_isZeroToTheCent() {
        assertThat(totals.all().items()).isZero();
        assertThat(totals.all().plainAmount()).isEqualTo("0.00");
        assertThat(totals.orders()).isZero();
        assertThat(totals.statuses()).isEmpty();
    }

    @Test
    void orders_itemsOfAnOrder_areOneOrder() {
        add("", "1.00", "PAID");
        add("", "1.00", "PAID");
        add("A1", "1.00", "PAID");
        add("A2", "1.00", "PAID");
        add("A2", "1.00", "PAID");

        assertThat(totals.orders()).isEqualTo(3);
        assertThat(totals.all().items()).isEqualTo(5);
    }

    @Test
    void amount_cents_areExactAndPlain() {
        for (int i = 0; i < 10; i++) {
            add("A1", "0.10", "PAID");
        }
        add("A1", "1E+20", "PAID");
        add("A1", null, "PAID");

        assertThat(totals.all().plainAmount()).isEqualTo("100000000000000000001.00");
        assertThat(totals.all().items()).isEqualTo(12);
    }

    @Test
    void statuses_each_hasItsPart() {
        add("A1", "1.00", "已退款");
        add("A1", "2.00", null);
        add("A2", "3.00", "已退款");

        assertThat(totals.statuses()).containsExactlyInAnyOrder(Optional.of("已退款"), Optional.empty());
        assertThat(totals.of(Optional.of("已退款")).items()).isEqualTo(2);
        assertThat(totals.of(Optional.of("已退款")).plainAmount()).isEqualTo("4.00");
        assertThat(totals.of(Optional.empty()).plainAmount()).isEqualTo("2.00");
    }
}
