package io.keyfold.store;

import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A look that is taken again and again, whatever it meets. Tells its first failure aloud. Belongs to one thread. */
final class SteadyLook {

    private static final Logger LOG = LoggerFactory.getLogger(SteadyLook.class);

    private final String what;
    private long failures;

    /** What is done. */
    @FunctionalInterface
    interface Look {
        void take() throws InterruptedException;
    }

    /**
     * Has not looked yet.
     *
     * @param what it looks for, in words that follow "a look"
     */
    SteadyLook(String what) {
        this.what = what;
    }

    void take(Look look) throws InterruptedException {
        try {
            look.take();
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException | LinkageError | AssertionError | OutOfMemoryError | StackOverflowError e) {
            failures++;
            if (failures == 1) {
                LOG.warn("A look {} has failed; the next follows, and what fails then is told at DEBUG", what, e);
            } else {
                LOG.debug("A look {} has failed, {} times so far; the next follows", what, failures, e);
            }
        }
    }

    long failures() {
        return failures;
    }
}
