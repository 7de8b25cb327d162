@NullMarked
package io.keyfold.config;

import org.jspecify.annotations.NullMarked;
