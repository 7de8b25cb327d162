/**
 * Whether the service is alive and whether it may be asked, for probes and for readers.
 *
 * <p>Never throws, never waits for Kafka. A long restore is alive and not ready.
 */
@NullMarked
package io.keyfold.micronaut.health;

import org.jspecify.annotations.NullMarked;
