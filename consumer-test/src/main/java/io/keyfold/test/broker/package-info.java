/**
 * A real Kafka broker inside the test's own JVM, or as a process of its own.
 *
 * <p>Promises: it listens on 127.0.0.1 only, keeps its data and its port over a stop and a restart, never ends the JVM
 * that it lives in, and removes what it wrote unless the caller named the directory.
 *
 * <p>A broker logs much. Quiet the loggers {@code kafka}, {@code org.apache.kafka} and {@code state.change.logger} to
 * WARN and {@code com.yammer.metrics.reporting} to OFF; this module brings no logging backend and no configuration.
 */
@NullMarked
package io.keyfold.test.broker;

import org.jspecify.annotations.NullMarked;
