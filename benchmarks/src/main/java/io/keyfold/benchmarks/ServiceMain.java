package io.keyfold.benchmarks;

import io.keyfold.micronaut.KeyfoldApplication;

/** A service with a table, as a process that does not outlive its parent. */
public final class ServiceMain {

    private ServiceMain() {}

    /**
     * Runs the service.
     *
     * @param args settings, as for {@link KeyfoldApplication}
     */
    public static void main(String[] args) {
        ChildMain.endWithParent();
        KeyfoldApplication.run(ServiceMain.class, args);
    }
}
