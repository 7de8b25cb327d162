/**
 * Settings under {@code keyfold.*} and the consumer made from them.
 *
 * <p>Passes on what the user set and nothing else; defaults are the core's.
 */
@NullMarked
package io.keyfold.micronaut.config;

import org.jspecify.annotations.NullMarked;
