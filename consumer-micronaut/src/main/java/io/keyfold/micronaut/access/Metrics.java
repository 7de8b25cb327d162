package io.keyfold.micronaut.access;

import io.keyfold.micronaut.config.TypedSetting;
import io.micronaut.context.env.Environment;

/** Who may read the metrics. */
final class Metrics {

    static final String PREFIX = "keyfold.metrics";
    static final String ANONYMOUS = "anonymous";

    private Metrics() {}

    /** {@return whether anyone may: a scraper often has no password, and a metric has no row in it} */
    static boolean areAnonymous(Environment environment) {
        return TypedSetting.isOn(environment, PREFIX + "." + ANONYMOUS).orElse(true);
    }
}
