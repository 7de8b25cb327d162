/**
 * Who may see what.
 *
 * <p>Decides; what is hidden is hidden by those who ask.
 */
@NullMarked
package io.keyfold.micronaut.access;

import org.jspecify.annotations.NullMarked;
