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
    ROW_ELSEWHERE("row-elsewhere", "Another instance answers for the row", HttpStatus.SERVICE_UNAVAILABLE),
    /** What came as another instance's question bears no right signature. */
    PEER_FORGED("peer-forged", "The question is of no instance of this service", HttpStatus.UNAUTHORIZED),
    /** An instance's question is of another time than now. */
    PEER_EXPIRED("peer-expired", "The question is too old, or of the future", HttpStatus.UNAUTHORIZED),
    /** An instance's question came before. */
    PEER_REPLAYED("peer-replayed", "The question was asked before", HttpStatus.UNAUTHORIZED),
    /** An instance's question is for another one: what leads there points elsewhere. */
    PEER_MISDIRECTED("peer-misdirected", "The question is for another instance", HttpStatus.MISDIRECTED_REQUEST),
    /** An instance's question has been passed on. */
    PEER_HOP("peer-hop", "The question has come over more than one hop", HttpStatus.LOOP_DETECTED),
    /** An instance's question is larger than any. */
    PEER_TOO_LARGE("peer-too-large", "The question is too large", HttpStatus.REQUEST_ENTITY_TOO_LARGE),
    /** An instance's question means nothing to this one. */
    PEER_QUESTION("peer-question", "The question is not understood", HttpStatus.BAD_REQUEST),
    /** Too many questions of other instances wait. */
    PEER_BUSY("peer-busy", "Too many questions wait", HttpStatus.SERVICE_UNAVAILABLE),
    /** Answering an instance's question went wrong. */
    PEER_FAILED("peer-failed", "The question could not be answered", HttpStatus.INTERNAL_SERVER_ERROR);

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
