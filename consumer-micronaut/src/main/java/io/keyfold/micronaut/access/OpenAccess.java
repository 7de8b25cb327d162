package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Secondary;
import io.micronaut.http.HttpRequest;
import jakarta.inject.Singleton;

/** Everybody may see everything, where nothing else decides. */
@Singleton
@Secondary
final class OpenAccess implements Access {

    @Override
    public boolean maySeePersonalData(HttpRequest<?> request) {
        return true;
    }
}
