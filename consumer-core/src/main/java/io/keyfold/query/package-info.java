/**
 * Questions and answers.
 *
 * <p>Found, absent and not ready are three different answers; each names the position at which it is true.
 */
@NullMarked
package io.keyfold.query;

import org.jspecify.annotations.NullMarked;
