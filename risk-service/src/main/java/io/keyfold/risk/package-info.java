/**
 * The risk service; a package for each feature.
 *
 * <p>Keeps no state of its own: what it says is computed from the table as it is now.
 */
@NullMarked
package io.keyfold.risk;

import org.jspecify.annotations.NullMarked;
