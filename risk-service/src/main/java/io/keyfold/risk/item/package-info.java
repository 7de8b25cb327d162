/**
 * Order items as rules look at them: what an item is now, and what its own past says.
 *
 * <p>Pure values: no Kafka, no clock.
 */
@NullMarked
package io.keyfold.risk.item;

import org.jspecify.annotations.NullMarked;
