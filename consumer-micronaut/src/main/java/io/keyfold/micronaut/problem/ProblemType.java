package io.keyfold.micronaut.problem;

import io.micronaut.http.HttpStatus;

/** The kinds of problem, each with its HTTP status: the one place where statuses are decided. */
public enum ProblemType {
    /** A key value is missing, is too much or does not fit its column. */
    BAD_KEY("bad-key", "The key does not fit the table", HttpStatus.BAD_REQUEST),
    /** A parameter that is no part of a key is wrong. */
    BAD_PARAMETER("bad-parameter", "A parameter is wrong", HttpStatus.BAD_REQUEST),
    /** The body of the request cannot be read. */
    BAD_BODY("bad-body", "The body cannot be read", HttpStatus.BAD_REQUEST),
    /** A page token is none that this service gave, or was changed. */
    BAD_TOKEN("bad-token", "The page token is none", HttpStatus.BAD_REQUEST),
    /** A page token goes on with another question than the one that is asked. */
    TOKEN_OF_ANOTHER_QUESTION(
            "token-of-another-question", "The page token belongs to another question", HttpStatus.BAD_REQUEST),
    /** A page token is too old, or the topic has been made anew or repartitioned since. */
    TOKEN_EXPIRED("token-expired", "The page token is no longer valid", HttpStatus.GONE),
    /** A column that the caller may not see is asked for in a way that would tell its values. */
    COLUMN_HIDDEN("column-hidden", "The caller may not see the column", HttpStatus.FORBIDDEN),
    /** The table has no such index. */
    INDEX_NOT_FOUND("index-not-found", "There is no such index", HttpStatus.NOT_FOUND),
    /** The table has no such total. */
    TOTAL_NOT_FOUND("total-not-found", "There is no such total", HttpStatus.NOT_FOUND),
    /** There was no such audit, or it is no longer remembered. */
    AUDIT_NOT_FOUND("audit-not-found", "There is no such audit", HttpStatus.NOT_FOUND),
    /** The caller takes no form in which the answer can be given. */
    NOT_ACCEPTABLE("not-acceptable", "There is no such form of the answer", HttpStatus.NOT_ACCEPTABLE),
    /** Nobody is known to ask: no key or token, or one that is not right. */
    UNAUTHENTICATED("unauthenticated", "It is not known who asks", HttpStatus.UNAUTHORIZED),
    /** The caller is known and lacks the role. */
    FORBIDDEN("forbidden", "The caller may not do this", HttpStatus.FORBIDDEN),
    /** The caller asks more often than it may. */
    TOO_MANY_REQUESTS("too-many-requests", "The caller asks too often", HttpStatus.TOO_MANY_REQUESTS),
    /** The instance is walking as many rows, or telling as many changes, as it may at once. */
    TOO_MANY_SCANS("too-many-scans", "The instance is busy with others' lists", HttpStatus.TOO_MANY_REQUESTS),
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
    PEER_FAILED("peer-failed", "The question could not be answered", HttpStatus.INTERNAL_SERVER_ERROR),
    /** The service is set to keep no changes; asking again does not help. */
    CHANGES_OFF("changes-off", "The service keeps no changes", HttpStatus.NOT_IMPLEMENTED);

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
