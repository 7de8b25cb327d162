@NullMarked
package io.keyfold.micronaut.config;

import org.jspecify.annotations.NullMarked;
