package io.keyfold.micronaut.rest;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;

/**
 * Forbids caches to answer for the table. Without a word a cache may take a row that has not changed for ten days for
 * fresh for another day; it may keep it, and must ask.
 */
@ServerFilter("/v1/**")
final class Revalidation {

    @ResponseFilter
    void mark(MutableHttpResponse<?> response) {
        if (!response.getHeaders().contains(HttpHeaders.CACHE_CONTROL)) {
            response.header(HttpHeaders.CACHE_CONTROL, "no-cache");
        }
    }
}
