@NullMarked
package io.keyfold.micronaut.peer;

import org.jspecify.annotations.NullMarked;
