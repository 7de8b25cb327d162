/**
 * The HTTP door: exposures, alerts, rules and what if.
 *
 * <p>Every reply says up to which position of the table it is true, and whether deletes may have been missed.
 */
@NullMarked
package io.keyfold.risk.rest;

import org.jspecify.annotations.NullMarked;
