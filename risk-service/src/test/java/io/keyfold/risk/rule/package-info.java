@NullMarked
package io.keyfold.risk.rule;

import org.jspecify.annotations.NullMarked;
