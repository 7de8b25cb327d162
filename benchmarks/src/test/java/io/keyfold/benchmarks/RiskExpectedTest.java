package io.keyfold.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.benchmarks.Traffic.Spread;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.ValueCodec;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RiskExpectedTest {

    private static final int KEYS = 20_000;
    private static final int RECORDS = 80_000;

    private final RiskTraffic traffic = new RiskTraffic(new Traffic(
            42,
            KEYS,
            KEYS,
            Spread.EVEN,
            LocalDateTime.now(ZoneOffset.UTC).withNano(0).minusMinutes(10)));
    private final RuleBook rules = RiskContender.rules();
    private final AlertTexts texts = new AlertTexts(RiskContender.alerts("items"));

    private Map<String, String> alerts(long records, int lone) {
        return RiskExpected.after(traffic, records, lone, rules, texts);
    }

    @Test
    void value_ofARecord_isGood() {
        byte[] value = traffic.value(17);

        assertThat(ValueCodec.of(Traffic.CONTRACT)
                        .decode(traffic.traffic().rowKey(traffic.traffic().key(17)), value))
                .isInstanceOf(DecodedValue.Upsert.class);
    }

    @Test
    void alerts_ofManyChanges_areOfEveryRule() {
        Map<String, String> alerts = alerts(RECORDS, 0);

        assertThat(rules.rules())
                .extracting(Rule::id)
                .allSatisfy(rule -> assertThat(alerts.keySet()).anyMatch(key -> key.contains('"' + rule + '"')));
        assertThat(alerts).hasSizeBetween(traffic.users() / 10, traffic.users());
    }

    @Test
    void lone_items_openOneAlertEach() {
        Map<String, String> before = alerts(KEYS, 0);

        Map<String, String> after = alerts(KEYS, 3);

        assertThat(after)
                .hasSize(before.size() + 3)
                .containsAllEntriesOf(before)
                .containsKeys(texts.key("V00000000", "open-amount"), texts.key("V00000002", "open-amount"));
    }

    @Test
    void text_ofAnAlert_hasNothingOfTheRun() {
        assertThat(alerts(KEYS, 1).get(texts.key("V00000000", "open-amount")))
                .isEqualTo("{\"user_id\":\"V00000000\",\"rule_id\":\"open-amount\",\"severity\":\"high\","
                        + "\"why\":\"The open amount is 25000.00, above the limit of 6000.00.\",\"breach_value\":2.5E+4,"
                        + "\"limit_value\":6E+3,\"order_items\":[],\"item_count\":0,\"stale\":false}");
    }
}
