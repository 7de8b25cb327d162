package io.keyfold.risk;

import io.keyfold.error.StartException;
import io.keyfold.micronaut.config.ApplicationName;
import io.keyfold.micronaut.config.StartCheck;
import io.keyfold.micronaut.config.TypedSetting;
import io.keyfold.risk.rule.Rules;
import io.keyfold.risk.rule.RulesException;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.env.Environment;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.TaskScheduler;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rules, read at the start and looked at now and then as long as the application runs. Wrong ones refuse the start. */
@Context
@Factory
final class RulesWatch implements StartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(RulesWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Rules rules;
    private final ScheduledFuture<?> looks;

    RulesWatch(Environment environment, @Named(TaskExecutors.SCHEDULED) TaskScheduler scheduler) {
        Duration every = every(environment);
        this.rules = read(environment);
        this.looks = scheduler.scheduleWithFixedDelay(every, every, this::look);
    }

    private static Duration every(Environment environment) {
        Duration every = TypedSetting.in(environment, "risk.rules-check", Duration.class, "a duration such as 2s")
                .orElse(EVERY);
        if (every.toMillis() < 1) {
            throw new StartException(
                    ApplicationName.in(environment), "risk.rules-check: " + every + " (expected: 1 ms or more)");
        }
        return every;
    }

    private static Rules read(Environment environment) {
        try {
            return Rules.of(TypedSetting.in(environment, "risk.rules-file", Path.class, "a path"));
        } catch (RulesException e) {
            throw new StartException(ApplicationName.in(environment), String.valueOf(e.getMessage()), e);
        }
    }

    @Singleton
    Rules rules() {
        return rules;
    }

    /** That there are rules is the check: it is made before the consumer is. */
    @Override
    public void check() {}

    private void look() {
        try {
            rules.look();
        } catch (RuntimeException e) { // one that is thrown ends a schedule
            LOG.warn("Cannot look at the rules file: {}", e.toString());
        }
    }

    @PreDestroy
    void stop() {
        looks.cancel(false);
    }
}
