/**
 * Page tokens: where the next page of a question begins.
 *
 * <p>Opaque, encrypted and bound to the question that they were given for: a caller can neither read nor change one.
 */
@NullMarked
package io.keyfold.micronaut.token;

import org.jspecify.annotations.NullMarked;
