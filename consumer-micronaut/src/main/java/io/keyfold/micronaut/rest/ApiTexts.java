package io.keyfold.micronaut.rest;

/** What the OpenAPI document says in more than one place. */
final class ApiTexts {

    static final String VALUES = "raw (if not given): as the upstream job wrote them; canonical: the declared columns"
            + " in one spelling, a decimal with all its digits";
    static final String FIELDS = "Columns of the value to give, separated by commas; all if not given";
    static final String ORDER = "asc (if not given): the least first; desc: the greatest first";
    static final String TOTAL_ORDER =
            ORDER + "; greatest: the groups with the greatest values first, as many as page_size, without pages";
    static final String SIZE = "Entries at the most; 1000 if not given";
    static final String TOKEN = "next_page_token of the page before; filters and order must be the same";
    static final String MAX_STALENESS =
            "How far behind the answer may be, such as 5s, 24h at the most: standby copies may then answer too";
    static final String MIN_POSITION = "How far the table must have been read: topic-partition@offset, as the header"
            + " Keyfold-As-Of has it, separated by commas";
    static final String WAIT = "How long to wait for an answer that is not ready, such as 2s; 10s at the most";
    static final String LINES = "An entry a line; the last line is what the object has beside them";
    static final String UNAVAILABLE =
            "This instance cannot tell yet, or not at all: /problems/not-ready, /problems/row-elsewhere";
    static final String BAD_LIST = "A column, a parameter or the token is wrong: /problems/bad-key,"
            + " /problems/bad-parameter, /problems/bad-token, /problems/token-of-another-question";
    static final String GONE = "The token is no longer valid: /problems/token-expired";
    static final String HIDDEN = "The caller lacks the role, or may not see a column that is bounded or ordered by:"
            + " /problems/forbidden, /problems/column-hidden";

    private ApiTexts() {}
}
