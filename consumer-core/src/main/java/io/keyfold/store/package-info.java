/**
 * The Kafka Streams table behind the queries: topology, state store, start checks.
 *
 * <p>The only package that sees Kafka Streams; a read says what it saw or why it could not.
 */
@NullMarked
package io.keyfold.store;

import org.jspecify.annotations.NullMarked;
