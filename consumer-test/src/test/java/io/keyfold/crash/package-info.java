/** Kills a consumer's process at any moment, also between two commits, and compares what it then has with what was written. */
@NullMarked
package io.keyfold.crash;

import org.jspecify.annotations.NullMarked;
