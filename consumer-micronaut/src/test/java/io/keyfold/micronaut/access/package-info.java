@NullMarked
package io.keyfold.micronaut.access;

import org.jspecify.annotations.NullMarked;
