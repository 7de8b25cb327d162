/**
 * Questions and answers.
 *
 * <p>Found and absent name the position at which they are true. Absent, not ready and elsewhere are three different
 * answers.
 */
@NullMarked
package io.keyfold.query;

import org.jspecify.annotations.NullMarked;
