/**
 * Live changes out.
 *
 * <p>A subscriber sees every change of a row in order, and a slow one holds the table back rather than miss one.
 */
@NullMarked
package io.keyfold.change;

import org.jspecify.annotations.NullMarked;
