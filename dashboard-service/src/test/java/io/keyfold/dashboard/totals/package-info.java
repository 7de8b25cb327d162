@NullMarked
package io.keyfold.dashboard.totals;

import org.jspecify.annotations.NullMarked;
