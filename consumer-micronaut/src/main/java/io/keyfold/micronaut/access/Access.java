package io.keyfold.micronaut.access;

import io.micronaut.http.HttpRequest;

/** Decides what a caller may see. Any thread may ask; quick, for every reply with rows asks. */
public interface Access {

    /**
     * {@return whether the caller may see the columns that a contract declares to be personal data; else they are masked}
     *
     * @param request the caller's
     */
    boolean maySeePersonalData(HttpRequest<?> request);
}
