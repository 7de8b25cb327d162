package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A question for rows in the order of an index, or for the groups of a total, in the words of the URL. Its methods but the last
 * three give another question. Immutable.
 *
 * <pre>{@code
 * orders.index("by_user").equal("user_id", "U7").reverse().limit(20).page()
 * orders.totals("amount_by_status").greatest().limit(10).page()
 * orders.totals("orders_by_minute").from("minute(update_time)", noon).pages(page -> …)
 * }</pre>
 *
 * @param <E> a row, or a group
 */
public final class ClientQuery<E> {

    private static final String ORDER = "order";

    private final Lister<E> lister;
    private final List<Parameter> parameters;
    private final Optional<String> order;
    private final Optional<Integer> limit;

    /** Where the question goes. */
    interface Lister<E> {

        String text(String column, Object value);

        ClientPage<E> page(List<Parameter> parameters);
    }

    /** What a URL says. */
    record Parameter(String name, String value) {}

    private ClientQuery(Lister<E> lister, List<Parameter> parameters, Optional<String> order, Optional<Integer> limit) {
        this.lister = lister;
        this.parameters = List.copyOf(parameters);
        this.order = order;
        this.limit = limit;
    }

    static <E> ClientQuery<E> of(Lister<E> lister) {
        return new ClientQuery<>(lister, List.of(), Optional.empty(), Optional.empty());
    }

    private ClientQuery<E> with(String name, String value) {
        List<Parameter> more = new ArrayList<>(parameters);
        more.add(new Parameter(name, value));
        return new ClientQuery<>(lister, more, order, limit);
    }

    /**
     * {@return the same question where a leading column has this value}
     *
     * @param column its name; of a total what it groups by, such as {@code minute(update_time)}
     * @param value of the column's Java type; of a day a LocalDate
     * @throws IllegalArgumentException if there is no such column, or the value does not fit it, naming it
     */
    public ClientQuery<E> equal(String column, Object value) {
        return with(column, lister.text(column, value));
    }

    /**
     * {@return the same question where a leading column is null}
     *
     * @param column its name
     */
    public ClientQuery<E> isNull(String column) {
        return with(column + ".null", "true");
    }

    /**
     * {@return the same question where the column behind those that are equal is at least this; nulls are not}
     *
     * @param column its name
     * @param value inclusive
     * @throws IllegalArgumentException if there is no such column, or the value does not fit it, naming it
     */
    public ClientQuery<E> from(String column, Object value) {
        return with(column + ".from", lister.text(column, value));
    }

    /**
     * {@return the same question where the column behind those that are equal is less than this; nulls are not}
     *
     * @param column its name
     * @param value exclusive
     * @throws IllegalArgumentException if there is no such column, or the value does not fit it, naming it
     */
    public ClientQuery<E> to(String column, Object value) {
        return with(column + ".to", lister.text(column, value));
    }

    /**
     * {@return the same question where the text of the column behind those that are equal begins so; of an index}
     *
     * @param column its name
     * @param beginning perhaps empty: then all texts
     */
    public ClientQuery<E> startsWith(String column, String beginning) {
        return with(column + ".prefix", requireNonNull(beginning, "beginning"));
    }

    /** {@return the same question, the last first} */
    public ClientQuery<E> reverse() {
        return new ClientQuery<>(lister, parameters, Optional.of("desc"), limit);
    }

    /** {@return the same question, the greatest value first, without further pages; of a total, but not of a top} */
    public ClientQuery<E> greatest() {
        return new ClientQuery<>(lister, parameters, Optional.of("greatest"), limit);
    }

    /**
     * {@return the same question with pages of this size}
     *
     * @param entries a page at the most, 1 .. 10000; 1000 if it is not set
     */
    public ClientQuery<E> limit(int entries) {
        return new ClientQuery<>(lister, parameters, order, Optional.of(entries));
    }

    /**
     * {@return the first page}
     *
     * @throws KeyfoldClientException if there is no answer, also where no partition could be asked
     */
    public ClientPage<E> page() {
        return page(Optional.empty());
    }

    /**
     * {@return the page behind another}
     *
     * @param token {@link ClientPage#nextToken()} of that page, got by the same question; good for 24 hours
     * @throws KeyfoldClientException if there is no answer, also where no partition could be asked
     */
    public ClientPage<E> page(String token) {
        return page(Optional.of(token));
    }

    private ClientPage<E> page(Optional<String> token) {
        List<Parameter> all = new ArrayList<>(parameters);
        order.ifPresent(text -> all.add(new Parameter(ORDER, text)));
        limit.ifPresent(size -> all.add(new Parameter("page_size", String.valueOf(size))));
        token.ifPresent(text -> all.add(new Parameter("page_token", text)));
        return lister.page(all);
    }

    /**
     * Gives one page after the other, up to the last.
     *
     * @param visitor is to look at each page's {@link ClientPage#isComplete()}
     * @throws KeyfoldClientException if there is no answer, also where no partition could be asked
     */
    public void pages(Consumer<? super ClientPage<E>> visitor) {
        requireNonNull(visitor, "visitor");
        Optional<String> token = Optional.empty();
        do {
            ClientPage<E> page = page(token);
            visitor.accept(page);
            token = page.nextToken();
        } while (token.isPresent());
    }

    /** {@return how many bounds it has: values are not for logs} */
    @Override
    public String toString() {
        return "ClientQuery[" + parameters.size() + " bounds]";
    }
}
