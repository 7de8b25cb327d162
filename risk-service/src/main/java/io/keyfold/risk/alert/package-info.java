/**
 * Alerts: what a rule says of a user, as long as it says so.
 *
 * <p>Pure values, and how they are written in the table {@code risk_alert}.
 */
@NullMarked
package io.keyfold.risk.alert;

import org.jspecify.annotations.NullMarked;
