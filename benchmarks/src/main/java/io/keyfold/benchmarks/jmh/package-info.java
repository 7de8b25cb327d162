/**
 * What single steps cost, with JMH: time and allocations.
 *
 * <p>Only public API is called, with the records that the other benchmarks use.
 */
@NullMarked
package io.keyfold.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
