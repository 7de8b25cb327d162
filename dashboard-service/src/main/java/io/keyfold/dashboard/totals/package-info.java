/**
 * Counts and amounts of order items by status, pushed as they change.
 *
 * <p>Always computed from the table, so a restart cannot make them wrong; exact to the cent, and honest about what could
 * not be read.
 */
@NullMarked
package io.keyfold.dashboard.totals;

import org.jspecify.annotations.NullMarked;
