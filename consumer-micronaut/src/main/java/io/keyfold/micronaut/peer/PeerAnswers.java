package io.keyfold.micronaut.peer;

/** Answers the questions of other instances, out of what is here alone. */
@FunctionalInterface
interface PeerAnswers {

    /**
     * {@return the reply}
     *
     * @throws IllegalArgumentException if it is no question
     */
    byte[] answer(byte[] question);
}
