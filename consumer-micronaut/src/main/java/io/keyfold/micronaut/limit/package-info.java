/**
 * How much callers may ask at once.
 *
 * <p>A request beyond a limit is refused before any work is done for it, with 429 and {@code Retry-After}; what was taken for
 * one is given back however it ends.
 */
@NullMarked
package io.keyfold.micronaut.limit;

import org.jspecify.annotations.NullMarked;
