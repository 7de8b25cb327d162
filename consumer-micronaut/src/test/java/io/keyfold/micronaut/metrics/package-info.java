@NullMarked
package io.keyfold.micronaut.metrics;

import org.jspecify.annotations.NullMarked;
