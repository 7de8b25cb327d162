@NullMarked
package io.keyfold.micronaut.health;

import org.jspecify.annotations.NullMarked;
