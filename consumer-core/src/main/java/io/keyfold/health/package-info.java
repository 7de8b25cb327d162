/**
 * What state a table is in and how far it has read.
 *
 * <p>Asking is cheap and never throws.
 */
@NullMarked
package io.keyfold.health;

import org.jspecify.annotations.NullMarked;
