/** Instances as processes of their own that are killed, stopped and started again while every answer is checked. */
@NullMarked
package io.keyfold.micronaut.chaos;

import org.jspecify.annotations.NullMarked;
