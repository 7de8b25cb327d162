package io.keyfold.micronaut.log;

import io.keyfold.micronaut.config.StartCheck;
import io.keyfold.micronaut.config.TypedSetting;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;

/** Refuses a word that is neither on nor off: it would be off in silence. */
@Singleton
final class AccessLogCheck implements StartCheck {

    private final Environment environment;

    AccessLogCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void check() {
        var unused = TypedSetting.isOn(environment, AccessLog.SETTING);
    }
}
