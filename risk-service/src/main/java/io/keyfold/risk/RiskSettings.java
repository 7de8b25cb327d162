package io.keyfold.risk;

import io.keyfold.micronaut.config.TypedSetting;
import io.keyfold.risk.stream.StaleDecisions;
import io.micronaut.context.env.Environment;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;

/**
 * What the user set under {@code risk.*} beside the rules.
 *
 * @param eventZone {@code event-zone}: the zone of the upstream job's times, which say of none
 * @param staleDecisions {@code stale-decisions}: what is decided while deletes may have been missed
 */
record RiskSettings(ZoneId eventZone, StaleDecisions staleDecisions) {

    private static final Set<String> NAMES = Set.of("event-zone", "stale-decisions", "rules-file", "rules-check");

    static RiskSettings in(Environment environment) {
        TypedSetting.refuseUnknown(environment, "risk", NAMES);
        return new RiskSettings(
                TypedSetting.in(environment, "risk.event-zone", ZoneId.class, "a zone such as Asia/Shanghai")
                        .orElse(ZoneOffset.UTC),
                TypedSetting.in(environment, "risk.stale-decisions", StaleDecisions.class, "mark or refuse")
                        .orElse(StaleDecisions.MARK));
    }
}
