/**
 * The demo: a broker, order traffic as a Flink job would write it, the services, and a check that they agree with it.
 *
 * <p>Promises: it leaves nothing running, and its check fails on the first row that differs.
 */
@NullMarked
package io.keyfold.test.demo;

import org.jspecify.annotations.NullMarked;
