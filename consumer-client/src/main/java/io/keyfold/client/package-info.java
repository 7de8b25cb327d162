/**
 * A typed client of tables over HTTP.
 *
 * <p>Answers are those of {@code io.keyfold.query}, read from a service's replies without re-encoding a value; what is no answer is
 * an exception. Nothing is asked twice, but for changes, which go on where they were.
 */
@NullMarked
package io.keyfold.client;

import org.jspecify.annotations.NullMarked;
