@NullMarked
package io.keyfold.query;

import org.jspecify.annotations.NullMarked;
