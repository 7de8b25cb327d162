/**
 * Who asked what, one line a request, where the user wants it.
 *
 * <p>A line holds nothing of a row, a key, a query or a credential.
 */
@NullMarked
package io.keyfold.micronaut.log;

import org.jspecify.annotations.NullMarked;
