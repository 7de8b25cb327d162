/**
 * Which route a request takes, by its template.
 *
 * <p>A template never holds what the caller sent: it may stand in a log or decide a right.
 */
@NullMarked
package io.keyfold.micronaut.route;

import org.jspecify.annotations.NullMarked;
