package io.keyfold.micronaut;

import io.micronaut.context.env.Environment;
import io.micronaut.runtime.Micronaut;
import java.io.PrintStream;

/** A Micronaut start that ends in a sentence where Micronaut's own ends in a stack trace. */
final class SentenceOnFailure extends Micronaut {

    private static final String UNNAMED = "keyfold";

    @Override
    @SuppressWarnings("SystemExitOutsideMain") // this is main's own failure path
    protected void handleStartupException(Environment environment, Throwable exception) {
        StartFailure failure = StartFailure.of(exception);
        report(nameIn(environment), failure, System.err);
        System.exit(1);
    }

    private static void report(String application, StartFailure failure, PrintStream out) {
        out.println(application + ": " + failure.sentence(application));
        if (!failure.isForeseen()) {
            failure.root().printStackTrace(out);
        }
        out.flush();
    }

    private static String nameIn(Environment environment) {
        return environment.isRunning()
                ? environment
                        .getProperty("micronaut.application.name", String.class)
                        .orElse(UNNAMED)
                : UNNAMED;
    }
}
