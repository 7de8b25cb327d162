/**
 * The door for services: starts a Micronaut application that serves tables.
 *
 * <p>An application that cannot start says why in one sentence and ends.
 */
@NullMarked
package io.keyfold.micronaut;

import org.jspecify.annotations.NullMarked;
