/**
 * Times contenders on one topic of one broker, each in a JVM of its own.
 *
 * <p>A rate is given only for a table that was compared with the traffic that made it.
 */
@NullMarked
package io.keyfold.benchmarks;

import org.jspecify.annotations.NullMarked;
