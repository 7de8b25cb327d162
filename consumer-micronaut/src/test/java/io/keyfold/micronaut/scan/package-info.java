@NullMarked
package io.keyfold.micronaut.scan;

import org.jspecify.annotations.NullMarked;
