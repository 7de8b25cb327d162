/**
 * The changes of tables as a stream of server-sent events.
 *
 * <p>A client gets each change of each partition once and in order, or is told to read again; one that is slow costs no thread
 * and holds nobody.
 */
@NullMarked
package io.keyfold.micronaut.change;

import org.jspecify.annotations.NullMarked;
