@NullMarked
package io.keyfold.risk.alert;

import org.jspecify.annotations.NullMarked;
