package io.keyfold.micronaut.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.SignedJWT;
import io.micronaut.security.token.jwt.signature.SignatureConfiguration;
import jakarta.inject.Singleton;

/**
 * A signature that verifies nothing. Micronaut believes a token without one while no signature is configured, as in a service
 * with API keys alone; that there is this one ends it.
 */
@Singleton
final class SignedTokensOnly implements SignatureConfiguration {

    @Override
    public String supportedAlgorithmsMessage() {
        return "None";
    }

    @Override
    public boolean supports(JWSAlgorithm algorithm) {
        return false;
    }

    @Override
    public boolean verify(SignedJWT token) {
        return false;
    }
}
