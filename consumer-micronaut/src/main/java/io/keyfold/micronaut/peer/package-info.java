/**
 * How the instances of a service ask each other over HTTP: {@code POST /peer/v1/questions}, bytes in and bytes out.
 *
 * <p>Only addresses that the settings allow are asked, and only who knows {@code keyfold.secret} is heard, on both sides. A question
 * goes one hop, is answered once, and ends within its time. What it means is the core's word.
 */
@NullMarked
package io.keyfold.micronaut.peer;

import org.jspecify.annotations.NullMarked;
