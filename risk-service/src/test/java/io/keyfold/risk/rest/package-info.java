@NullMarked
package io.keyfold.risk.rest;

import org.jspecify.annotations.NullMarked;
