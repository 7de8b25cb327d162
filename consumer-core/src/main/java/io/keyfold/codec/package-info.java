/**
 * Bytes to rows and back: JSON in, stored form, Flink's key bytes.
 *
 * <p>Decoding never throws on what lies on a topic: it returns good or bad with a reason.
 */
@NullMarked
package io.keyfold.codec;

import org.jspecify.annotations.NullMarked;
