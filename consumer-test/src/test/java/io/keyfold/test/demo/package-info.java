@NullMarked
package io.keyfold.test.demo;

import org.jspecify.annotations.NullMarked;
