package io.keyfold.benchmarks;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * A child JVM: does one {@link Task}. On standard output it says
 *
 * <pre>
 * LOADED                    the table is there, updates may come
 * WARM                      some have come, those that count may
 * RESULT name=number ...    the task is done and the table right
 * </pre>
 *
 * <p>and between them how far it is. What is wrong goes to standard error, and the exit code is 1.
 */
public final class ChildMain {

    static final String LOADED = "LOADED";
    static final String WARM = "WARM";
    static final String RESULT = "RESULT ";

    private ChildMain() {}

    /**
     * Runs one task.
     *
     * @param args an {@link Assignment}
     */
    public static void main(String[] args) {
        endWithParent();
        Assignment assignment = Assignment.parse(args);
        int exitCode = 1;
        try {
            Numbers numbers = Task.of(assignment).run();
            System.out.println(RESULT + numbers);
            System.out.flush();
            if (assignment.task() == Task.Kind.READ_AND_STAY) {
                new CountDownLatch(1).await();
            }
            exitCode = 0;
        } catch (Exception e) {
            e.printStackTrace();
            System.err.println(e.getMessage());
        }
        System.exit(exitCode);
    }

    /** Standard input ends when the parent does, however it ends. */
    static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is said here.
                        }
                    } catch (IOException e) {
                        // As at its end.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
