/**
 * Changes out: live, after a snapshot, or page by page out of a bounded log.
 *
 * <p>A subscriber sees every change of a row in order, from now on or after every row as it stands, and a slow one holds
 * the table back rather than miss one.
 */
@NullMarked
package io.keyfold.change;

import org.jspecify.annotations.NullMarked;
