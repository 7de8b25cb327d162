/**
 * Reading a whole table, page by page, for services that compute an answer of their own from it.
 *
 * <p>What could not be read is told beside the answer, never left out in silence.
 */
@NullMarked
package io.keyfold.micronaut.scan;

import org.jspecify.annotations.NullMarked;
