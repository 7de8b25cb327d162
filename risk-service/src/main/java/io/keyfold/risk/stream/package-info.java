/**
 * The topology: from rows of {@code dwd_order_item} to exposures, and from exposures to alerts.
 *
 * <pre>
 * dwd_order_item ─ ItemProcessor ─┬─ by user ──────────────── UserProcessor ─ risk_alert
 *                   risk-items    └─ by SKU ─ SkuProcessor ─┘   risk-users
 *                                             risk-skus
 * </pre>
 *
 * <p>Exactly once: what a row adds is taken away when it is changed or deleted, whatever crashed in between. Only this package sees
 * Kafka Streams.
 */
@NullMarked
package io.keyfold.risk.stream;

import org.jspecify.annotations.NullMarked;
