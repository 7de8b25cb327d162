package io.keyfold.risk.stream;

import io.keyfold.risk.exposure.*;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.rule.*;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.*;

final class TestRules {
    static RuleBook all() {
        return new RuleBook(
                "v1",
                new Statuses(Set.of("CANCELLED", "已退款"), Set.of("DONE")),
                List.of(
                        new UR("open", Optional.empty()),
                        new UR("open-hour", Optional.of(Duration.ofHours(1))),
                        new UR("open-5", Optional.of(Duration.ofMinutes(5))),
                        new IR("often"),
                        new SR("sku")));
    }

    record UR(String id, Optional<Duration> within) implements UserRule {
        public String severity() {
            return "high";
        }

        public Optional<Breach> check(Exposure e) {
            return e.openAmount().compareTo(new BigDecimal("3000")) > 0
                    ? Optional.of(new Breach(
                            e.openAmount(),
                            new BigDecimal("3000"),
                            "open " + e.openAmount() + " " + e.largest() + e.distinctSkus()))
                    : Optional.empty();
        }
    }

    record IR(String id) implements ItemRule {
        public String severity() {
            return "high";
        }

        public Optional<Breach> check(Item i, long m) {
            long n = n(i, m);
            return n > 3
                    ? Optional.of(new Breach(
                            BigDecimal.valueOf(n),
                            BigDecimal.valueOf(3),
                            n + " changes, sum " + i.past().amountSum() + " "
                                    + i.past().lastAmount()))
                    : Optional.empty();
        }

        private static long n(Item i, long m) {
            return i.past().changes().stream().filter(c -> c <= m && c > m - 30).count();
        }

        public OptionalLong changesAt(Item i, long m) {
            return i.past().changes().stream()
                    .mapToLong(c -> c > m ? c : c + 30)
                    .filter(c -> c > m)
                    .min();
        }
    }

    record SR(String id) implements SkuRule {
        public String severity() {
            return "high";
        }

        public Duration within() {
            return Duration.ofMinutes(30);
        }

        public Optional<Breach> check(String s, long u) {
            return u >= 4
                    ? Optional.of(new Breach(BigDecimal.valueOf(4), BigDecimal.valueOf(4), "4 users " + s))
                    : Optional.empty();
        }
    }
}
