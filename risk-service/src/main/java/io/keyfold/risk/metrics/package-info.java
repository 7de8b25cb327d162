/**
 * What the service counts of its own: alerts and rules. The tables' meters are consumer-micronaut's.
 *
 * <p>Counts are since the process started, but for what is open, which is counted in the table.
 */
@NullMarked
package io.keyfold.risk.metrics;

import org.jspecify.annotations.NullMarked;
