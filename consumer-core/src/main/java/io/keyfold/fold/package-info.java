/**
 * What a record does to the table, as pure functions without a clock.
 *
 * <p>The same answer for the live path and for a restore.
 */
@NullMarked
package io.keyfold.fold;

import org.jspecify.annotations.NullMarked;
