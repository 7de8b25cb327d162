/**
 * What a user's live order items amount to.
 *
 * <p>Exact to the cent, and honest about what could not be read.
 */
@NullMarked
package io.keyfold.risk.amount;

import org.jspecify.annotations.NullMarked;
