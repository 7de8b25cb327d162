@NullMarked
package io.keyfold.micronaut.rest;

import org.jspecify.annotations.NullMarked;
