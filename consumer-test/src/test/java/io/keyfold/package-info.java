/** Keyfold's promises against a real broker; they need the test kit, so they lie beside it. */
@NullMarked
package io.keyfold;

import org.jspecify.annotations.NullMarked;
