@NullMarked
package io.keyfold.client;

import org.jspecify.annotations.NullMarked;
