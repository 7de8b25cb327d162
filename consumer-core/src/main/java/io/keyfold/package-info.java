/**
 * The front door: {@link io.keyfold.UpsertConsumer} reads upsert topics, {@link io.keyfold.UpsertTable} answers.
 *
 * <p>The only wiring of the packages below.
 */
@NullMarked
package io.keyfold;

import org.jspecify.annotations.NullMarked;
