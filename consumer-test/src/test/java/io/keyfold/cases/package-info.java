/** Real cases, each acted out on a real broker from its own file: what a user sees live, after a restart and after a wipe. */
@NullMarked
package io.keyfold.cases;

import org.jspecify.annotations.NullMarked;
