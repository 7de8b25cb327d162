/**
 * Counters and gauges of the tables, in Micrometer's words.
 *
 * <p>Read from the core when they are asked for; nothing is counted here.
 */
@NullMarked
package io.keyfold.micronaut.metrics;

import org.jspecify.annotations.NullMarked;
