package io.keyfold.micronaut.problem;

import io.micronaut.http.HttpStatus;

/** The kinds of problem, each with its HTTP status: the one place where statuses are decided. */
public enum ProblemType {
    /** A key value is missing, is too much or does not fit its column. */
    BAD_KEY("bad-key", "The key does not fit the table", HttpStatus.BAD_REQUEST),
    /** A parameter that is no part of a key is wrong. */
    BAD_PARAMETER("bad-parameter", "A parameter is wrong", HttpStatus.BAD_REQUEST),
    /** The table has no such row, as of a position. */
    ROW_NOT_FOUND("row-not-found", "There is no such row", HttpStatus.NOT_FOUND),
    /** The service has no such table. */
    TABLE_NOT_FOUND("table-not-found", "There is no such table", HttpStatus.NOT_FOUND),
    /** The table cannot tell yet; asking again may help. */
    NOT_READY("not-ready", "The table cannot answer yet", HttpStatus.SERVICE_UNAVAILABLE),
    /** Another instance has the key's partition; asking that one helps, or asking again. */
    ROW_ELSEWHERE("row-elsewhere", "Another instance answers for the row", HttpStatus.SERVICE_UNAVAILABLE);

    private final String type;
    private final String title;
    private final HttpStatus status;

    ProblemType(String name, String title, HttpStatus status) {
        this.type = "/problems/" + name;
        this.title = title;
        this.status = status;
    }

    /** {@return the type's URI, such as {@code /problems/row-not-found}; it never changes} */
    public String type() {
        return type;
    }

    /** {@return the kind in words} */
    public String title() {
        return title;
    }

    /** {@return the HTTP status} */
    public HttpStatus status() {
        return status;
    }
}
