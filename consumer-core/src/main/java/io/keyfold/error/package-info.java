/**
 * The exceptions that a caller acts on.
 *
 * <p>A message is one sentence that says what, why and, if there is something, what to do.
 */
@NullMarked
package io.keyfold.error;

import org.jspecify.annotations.NullMarked;
