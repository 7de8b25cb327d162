/**
 * What the service tells of how it runs: its meters, and the rules' health. The tables' are consumer-micronaut's.
 *
 * <p>Counts are since the process started; what is open is counted in the table.
 */
@NullMarked
package io.keyfold.risk.metrics;

import org.jspecify.annotations.NullMarked;
