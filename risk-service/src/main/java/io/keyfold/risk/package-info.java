/**
 * The risk service; a package for each feature.
 *
 * <p>From rows of {@code dwd_order_item} to what users' items come to ({@code item}, {@code exposure}), to what rules say of that
 * ({@code rule}), to rows of {@code risk_alert} ({@code alert}): pure all of them. {@code stream} is the topology that runs them,
 * {@code rest} and {@code metrics} tell of it, and this package wires them.
 */
@NullMarked
package io.keyfold.risk;

import org.jspecify.annotations.NullMarked;
