package io.keyfold.change;

/** A running subscription. */
public interface Subscription extends AutoCloseable {

    /** Ends it: no call of the listener begins after this returns; one that has begun may still run. May be called any number of times. */
    @Override
    void close();
}
