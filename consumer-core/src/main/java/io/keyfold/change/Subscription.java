package io.keyfold.change;

/** A running subscription. */
public interface Subscription extends AutoCloseable {

    /** Ends it: no call of the listener begins after this returns. May be called any number of times. */
    @Override
    void close();
}
