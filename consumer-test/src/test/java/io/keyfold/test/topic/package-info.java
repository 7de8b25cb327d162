@NullMarked
package io.keyfold.test.topic;

import org.jspecify.annotations.NullMarked;
