package io.keyfold.micronaut;

/** The {@code main} of a service that {@link StartFailureIT} starts as a process of its own. */
final class FailingService {

    private FailingService() {}

    public static void main(String[] args) {
        KeyfoldApplication.run(FailingService.class, args);
    }
}
