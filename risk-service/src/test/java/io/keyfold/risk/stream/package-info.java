@NullMarked
package io.keyfold.risk.stream;

import org.jspecify.annotations.NullMarked;
