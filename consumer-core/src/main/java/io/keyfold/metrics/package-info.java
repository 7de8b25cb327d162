/**
 * Counters of what happened to the records that were read.
 *
 * <p>They add up: applied + unchanged + skipped + dead-lettered = read.
 */
@NullMarked
package io.keyfold.metrics;

import org.jspecify.annotations.NullMarked;
