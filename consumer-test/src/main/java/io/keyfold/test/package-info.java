/**
 * The test kit of a team that reads upsert topics: a JUnit 5 extension with a real broker, and what writes to it.
 *
 * <p>Promises: a test sees no other test's topics, and what it made is gone when it ends.
 */
@NullMarked
package io.keyfold.test;

import org.jspecify.annotations.NullMarked;
