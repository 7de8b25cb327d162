/**
 * What a user's live order items come to.
 *
 * <p>Pure values, exact to the cent: what is added can be taken away again.
 */
@NullMarked
package io.keyfold.risk.exposure;

import org.jspecify.annotations.NullMarked;
