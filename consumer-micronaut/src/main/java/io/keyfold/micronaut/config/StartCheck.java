package io.keyfold.micronaut.config;

/** Something that must be right before the consumer starts. Each bean of this type is asked once, before any broker is. */
@FunctionalInterface
public interface StartCheck {

    /**
     * Looks.
     *
     * @throws io.keyfold.error.StartException in one sentence, if the service may not start so
     */
    void check();
}
