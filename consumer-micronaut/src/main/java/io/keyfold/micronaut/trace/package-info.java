/**
 * The trace that a request belongs to (W3C Trace Context), so that questions to other instances belong to it too.
 *
 * <p>Nothing but {@code traceparent} and {@code tracestate} is taken from a request, and nothing that breaks their grammar.
 */
@NullMarked
package io.keyfold.micronaut.trace;

import org.jspecify.annotations.NullMarked;
