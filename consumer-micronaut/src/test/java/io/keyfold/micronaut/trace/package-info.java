@NullMarked
package io.keyfold.micronaut.trace;

import org.jspecify.annotations.NullMarked;
