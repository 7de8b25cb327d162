/** Promise 2, no zombies: rows whose delete nobody can read any more, on a real broker with real compaction. */
@NullMarked
package io.keyfold.zombie;

import org.jspecify.annotations.NullMarked;
