@NullMarked
package io.keyfold.micronaut.limit;

import org.jspecify.annotations.NullMarked;
