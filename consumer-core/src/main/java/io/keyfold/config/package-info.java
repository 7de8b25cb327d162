/**
 * Settings as values.
 *
 * <p>A settings object that exists is complete and valid; defaults are written in the builder.
 */
@NullMarked
package io.keyfold.config;

import org.jspecify.annotations.NullMarked;
