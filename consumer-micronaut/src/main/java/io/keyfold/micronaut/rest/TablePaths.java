package io.keyfold.micronaut.rest;

import io.micronaut.http.HttpRequest;

/**
 * A request's path, undecoded: {@code <prefix>/v1/tables[/<table>[/rows[/<key>]]]}.
 *
 * @param prefix what the server serves everything under; usually empty
 * @param rest what follows {@code /v1/tables}
 */
public record TablePaths(String prefix, String rest) {

    /** Under which all tables are. */
    public static final String TABLES = "/v1/tables";

    private static final String ROWS = "/rows";

    /**
     * {@return the paths of a request}
     *
     * @param request the request
     */
    public static TablePaths of(HttpRequest<?> request) {
        return of(request.getPath());
    }

    static TablePaths of(String path) {
        int start = path.indexOf(TABLES);
        if (start < 0) {
            throw new IllegalArgumentException("path: " + path + " (expected: one with " + TABLES + ")");
        }
        return new TablePaths(path.substring(0, start), path.substring(start + TABLES.length()));
    }

    String tables() {
        return prefix + TABLES;
    }

    String table(String table) {
        return tables() + "/" + table;
    }

    /**
     * {@return the path of a table's rows}
     *
     * @param table the table's name
     */
    public String rows(String table) {
        return table(table) + ROWS;
    }

    String audits(String table) {
        return table(table) + "/audits";
    }

    /** {@return what follows {@code /rows/}, undecoded: the framework has decoded its own copy once too early to split} */
    String encodedKey() {
        int afterTable = rest.indexOf('/', 1);
        return rest.substring(afterTable + ROWS.length() + 1);
    }
}
