@NullMarked
package io.keyfold.risk.amount;

import org.jspecify.annotations.NullMarked;
