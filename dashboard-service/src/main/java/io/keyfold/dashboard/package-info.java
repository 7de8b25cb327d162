/**
 * The dashboard service; a package for each feature.
 *
 * <p>Keeps no state of its own: what it shows is computed from the table as it is now.
 */
@NullMarked
package io.keyfold.dashboard;

import org.jspecify.annotations.NullMarked;
