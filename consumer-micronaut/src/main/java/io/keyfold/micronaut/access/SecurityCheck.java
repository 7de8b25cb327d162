package io.keyfold.micronaut.access;

import io.keyfold.error.StartException;
import io.keyfold.micronaut.config.ApplicationName;
import io.keyfold.micronaut.config.StartCheck;
import io.keyfold.micronaut.config.TypedSetting;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;
import java.util.Set;

/** Refuses a start that would let anyone ask from anywhere, or nobody at all. */
@Singleton
final class SecurityCheck implements StartCheck {

    private final Environment environment;

    SecurityCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void check() {
        TypedSetting.refuseUnknown(environment, Metrics.PREFIX, Set.of(Metrics.ANONYMOUS));
        var unused = Metrics.areAnonymous(environment);
        var unusedKeys = ApiKeys.in(environment);
        if (!SecurityMode.isUnderstood(environment)) {
            throw refused(SecurityMode.SETTING + ": "
                    + environment
                            .getProperty(SecurityMode.SETTING, String.class)
                            .orElse("")
                    + " (expected: required or off)");
        }
        if (SecurityMode.isRequired(environment)) {
            checkRequired();
        } else if (!SecurityMode.isThisMachineOnly(environment)) {
            throw refused(SecurityMode.SETTING + " is off and others than this machine could ask; set "
                    + SecurityMode.HOST + " to 127.0.0.1, or " + SecurityMode.SETTING + " to required");
        }
    }

    private void checkRequired() {
        if (!SecurityMode.isAnyoneKnown(environment)) {
            throw refused("callers must be known and nobody could be; set " + ApiKeys.PREFIX + ".<name>.key-sha256 and "
                    + ApiKeys.PREFIX + ".<name>.roles, or " + SecurityMode.JWT_SIGNATURES
                    + ".*, or let this machine alone"
                    + " ask: " + SecurityMode.HOST + ": 127.0.0.1");
        }
        if (!environment.getProperty(SecuritySwitch.ENABLED, Boolean.class).orElse(true)) {
            throw refused(SecuritySwitch.ENABLED + " is false and callers must be known; remove it, or set "
                    + SecurityMode.SETTING + " to off where this machine alone can ask");
        }
    }

    private StartException refused(String reason) {
        return new StartException(ApplicationName.in(environment), reason);
    }
}
