@NullMarked
package io.keyfold.micronaut.token;

import org.jspecify.annotations.NullMarked;
