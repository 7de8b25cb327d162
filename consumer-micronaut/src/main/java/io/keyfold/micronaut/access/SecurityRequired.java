package io.keyfold.micronaut.access;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.condition.Condition;
import io.micronaut.context.condition.ConditionContext;

/** Holds where callers must be known. Public because Micronaut makes it. */
public final class SecurityRequired implements Condition {

    /** For Micronaut. */
    public SecurityRequired() {}

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public boolean matches(ConditionContext context) {
        return !(context.getBeanContext() instanceof ApplicationContext application)
                || SecurityMode.isRequired(application.getEnvironment());
    }
}
