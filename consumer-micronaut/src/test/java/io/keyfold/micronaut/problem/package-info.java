@NullMarked
package io.keyfold.micronaut.problem;

import org.jspecify.annotations.NullMarked;
