package io.keyfold.risk.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.RulesFile;

/** Rules of all kinds, with limits that the traffic of {@link RandomItems} is now above, now below. */
final class TestRules {

    private TestRules() {}

    static RuleBook all() {
        return all("3000.00");
    }

    static RuleBook all(String openLimit) {
        return parse("""
                statuses: {cancelled: [CANCELLED, 已退款], done: [DONE]}
                rules:
                  - {id: open, kind: exposure-above, severity: high, limit: %s}
                  - {id: open-hour, kind: exposure-above, limit: 1500, within: 1h}
                  - {id: largest, kind: exposure-above, measure: largest-item, limit: 900, within: 5m}
                  - {id: skus, kind: exposure-above, measure: distinct-skus, limit: 5}
                  - {id: items, kind: exposure-above, measure: items, limit: 6, within: 30m}
                  - {id: cancelled, kind: cancelled-share-above, limit: 0.5, min-items: 4}
                  - {id: cancelled-day, kind: cancelled-share-above, limit: 0.4, min-items: 3, within: 24h}
                  - {id: odd-amount, kind: out-of-history, measure: amount, factor: 2, min-versions: 3}
                  - {id: odd-quantity, kind: out-of-history, measure: quantity, factor: 2, min-versions: 2}
                  - {id: often, kind: changed-often, limit: 3, within: 30m}
                  - {id: jump, kind: amount-jump, factor: 3, min-difference: 100}
                  - {id: rush, kind: many-users-on-sku, limit: 4, within: 30m}
                """.formatted(openLimit));
    }

    static RuleBook parse(String yaml) {
        return RulesFile.parse("test", yaml.getBytes(UTF_8));
    }
}
