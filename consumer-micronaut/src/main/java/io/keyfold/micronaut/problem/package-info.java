/**
 * Everything that is not an answer, as {@code application/problem+json} (RFC 9457).
 *
 * <p>{@link io.keyfold.micronaut.problem.ProblemType} is the one table of HTTP statuses. No class name, stack trace or
 * row content is in a reply.
 */
@NullMarked
package io.keyfold.micronaut.problem;

import org.jspecify.annotations.NullMarked;
