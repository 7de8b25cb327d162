package io.keyfold.micronaut.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A route of a service below {@code /v1/} that walks rows, or all of a controller's: it counts among the lists, counts, totals and
 * batches, of which an instance answers {@code keyfold.limits.concurrent-scans} at once.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Costly {}
