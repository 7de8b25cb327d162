/** The benchmarks, small: that they run, and that what the contenders make is right. Never how fast they are. */
@NullMarked
package io.keyfold.benchmarks;

import org.jspecify.annotations.NullMarked;
