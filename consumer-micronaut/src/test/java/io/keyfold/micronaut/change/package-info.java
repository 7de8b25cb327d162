/** Changes as events, without HTTP. */
@NullMarked
package io.keyfold.micronaut.change;

import org.jspecify.annotations.NullMarked;
