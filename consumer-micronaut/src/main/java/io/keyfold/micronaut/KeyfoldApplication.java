package io.keyfold.micronaut;

import static java.util.Objects.requireNonNull;

/** The start of a service that serves tables. */
public final class KeyfoldApplication {

    private KeyfoldApplication() {}

    /**
     * Starts the service and stays until it is told to stop.
     *
     * <p>If it cannot start, one sentence on standard error says why and what to do, and the process ends with exit code
     * 1. A failure that nobody foresaw adds its stack trace behind the sentence.
     *
     * @param application the class with the service's {@code main}
     * @param args the command line, such as {@code --keyfold.bootstrap-servers=localhost:9092}
     */
    public static void run(Class<?> application, String... args) {
        requireNonNull(application, "application");
        requireNonNull(args, "args");
        new SentenceOnFailure().args(args).mainClass(application).banner(false).start();
    }
}
