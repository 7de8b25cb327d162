/**
 * Tables over HTTP: URLs to questions, answers to JSON.
 *
 * <p>No semantics of its own: what is found, absent or not ready is the core's word. Values pass through byte for byte.
 */
@NullMarked
package io.keyfold.micronaut.rest;

import org.jspecify.annotations.NullMarked;
