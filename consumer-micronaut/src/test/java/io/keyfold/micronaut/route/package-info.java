@NullMarked
package io.keyfold.micronaut.route;

import org.jspecify.annotations.NullMarked;
