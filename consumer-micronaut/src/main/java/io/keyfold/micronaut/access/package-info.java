/**
 * Who may ask what: API keys and bearer tokens, four roles, and the rules that tie roles to routes.
 *
 * <p>On a loopback address it may be off; everywhere else a service without it does not start.
 */
@NullMarked
package io.keyfold.micronaut.access;

import org.jspecify.annotations.NullMarked;
