package io.keyfold.micronaut.peer;

/** Headers of questions and replies. */
final class PeerHeaders {

    static final String TIME = "Keyfold-Peer-Time";
    static final String NONCE = "Keyfold-Peer-Nonce";
    static final String TARGET = "Keyfold-Peer-Target";
    static final String HOP = "Keyfold-Peer-Hop";
    static final String SIGNATURE = "Keyfold-Peer-Signature";

    /** The one hop that a question goes. */
    static final String FIRST_HOP = "1";

    private PeerHeaders() {}
}
