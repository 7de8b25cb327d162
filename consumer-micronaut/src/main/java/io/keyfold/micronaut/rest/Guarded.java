package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.Problem;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A door that roles and rates guard: what the OpenAPI document says of each of its operations. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ApiResponse(
        responseCode = "401",
        description = "It is not known who asks: /problems/unauthenticated",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "403",
        description = "The caller lacks the role: /problems/forbidden",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "429",
        description = "The caller asks too often, or too much at once: /problems/too-many-requests,"
                + " /problems/too-many-scans",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public @interface Guarded {}
