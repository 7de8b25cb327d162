/** The service in processes of its own that are killed, and what it must then say and have written. */
@NullMarked
package io.keyfold.risk.crash;

import org.jspecify.annotations.NullMarked;
