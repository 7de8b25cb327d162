@NullMarked
package io.keyfold.metrics;

import org.jspecify.annotations.NullMarked;
