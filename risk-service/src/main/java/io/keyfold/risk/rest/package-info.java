/**
 * The HTTP door: exposures, alerts, rules and what if.
 *
 * <p>What is told of a user, and what if, says up to which position of the items it is true; lists say how far each partition was read,
 * and which could not be asked. All but the rules say where deletes may have been missed, as far as the instances that were asked know.
 * Of users is told only to callers who may see personal data.
 */
@NullMarked
package io.keyfold.risk.rest;

import org.jspecify.annotations.NullMarked;
