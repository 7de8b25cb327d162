/**
 * What happened to the records that were read, in numbers, and how far a restore is; and what stands at the end of a log.
 *
 * <p>Counters add up: applied + unchanged + skipped + loaded + superseded + dead-lettered = read.
 */
@NullMarked
package io.keyfold.metrics;

import org.jspecify.annotations.NullMarked;
