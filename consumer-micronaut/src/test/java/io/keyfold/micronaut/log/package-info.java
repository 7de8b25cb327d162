@NullMarked
package io.keyfold.micronaut.log;

import org.jspecify.annotations.NullMarked;
