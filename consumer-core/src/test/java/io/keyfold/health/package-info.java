@NullMarked
package io.keyfold.health;

import org.jspecify.annotations.NullMarked;
