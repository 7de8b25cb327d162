package io.keyfold.micronaut.peer;

import io.micronaut.http.annotation.FilterMatcher;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A route whose requests {@link QuestionSize} looks at, however its path is spelt. */
@FilterMatcher
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface SizedQuestions {}
