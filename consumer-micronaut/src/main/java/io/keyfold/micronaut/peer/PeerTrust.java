package io.keyfold.micronaut.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates are believed. */
final class PeerTrust {

    private PeerTrust() {}

    /**
     * {@return what TLS is spoken with}
     *
     * @param store the certificates that are believed; those of the JDK if there is none
     * @param password the store's
     * @throws IOException if the store cannot be read
     * @throws GeneralSecurityException if there is nothing in it, or this Java has no TLS
     */
    static SSLContext context(Optional<Path> store, Optional<String> password)
            throws IOException, GeneralSecurityException {
        if (store.isEmpty()) {
            return SSLContext.getDefault();
        }
        char[] secret = password.map(String::toCharArray).orElse(new char[0]);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(store.get().toFile(), secret));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trusted.getTrustManagers(), null);
        return context;
    }
}
