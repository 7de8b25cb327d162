/**
 * Rules: each a small pure class that is given what items come to and says whether, and why, that is too much.
 *
 * <p>A rule sees values alone: no Kafka, no clock, no store. What it is asked is asked again whenever its answer could have changed.
 */
@NullMarked
package io.keyfold.risk.rule;

import org.jspecify.annotations.NullMarked;
