@NullMarked
package io.keyfold.micronaut;

import org.jspecify.annotations.NullMarked;
