package io.keyfold.micronaut.peer;

import io.keyfold.config.PeerAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How this instance and the others ask each other.
 *
 * @param address where the others find this one
 * @param allowed whom this one may ask
 * @param timeout how long it waits
 * @param maxReplyBytes how much it takes for an answer
 * @param threads how many questions it answers at once
 * @param tls whom it trusts, if it asks over TLS
 * @param contextPath what stands before all paths of the service; empty if nothing does
 * @param signatures made with the secret of all instances
 */
record PeerSetup(
        PeerAddress address,
        AllowedPeers allowed,
        Duration timeout,
        int maxReplyBytes,
        int threads,
        Optional<SSLContext> tls,
        String contextPath,
        PeerSignatures signatures) {

    /** Where questions are asked, below the context path. */
    static final String QUESTIONS = "/peer/v1/questions";

    /** The largest question. */
    static final int MAX_QUESTION_BYTES = 1 << 20;

    /** {@return where an instance is asked; without a host if the address is none of HTTP's} */
    URI questionsAt(PeerAddress peer) {
        return URI.create((tls.isPresent() ? "https://" : "http://") + peer + contextPath + QUESTIONS);
    }
}
