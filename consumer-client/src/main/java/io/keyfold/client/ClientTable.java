package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.Subscription;
import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.RecordReader;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalGroup;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.ReadOptions;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table of a service, asked over HTTP as an {@code UpsertTable} is asked in the JVM.
 *
 * <p>Safe for many threads. A question takes no longer than the client's timeout and is asked once. Where there is no answer, and no
 * {@link Answer.NotReady} either, it throws a {@link KeyfoldClientException}. Columns of personal data that the caller may not see
 * are null in values; a listing that would have to tell a key with such a column cannot be read.
 *
 * @param <T> how values are read: {@link RowJson}, a user's record or {@link ColumnValues}
 */
public final class ClientTable<T> {

    private final TableCalls calls;
    private final Reading reading;
    private final Function<Row<RowJson>, Row<T>> reader;

    private ClientTable(TableCalls calls, Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        this.calls = calls;
        this.reading = reading;
        this.reader = reader;
    }

    static ClientTable<RowJson> of(Service service, TableContract contract) {
        return new ClientTable<>(new TableCalls(service, contract), Reading.ANYWHERE, row -> row);
    }

    /** {@return what the topic holds} */
    public TableContract contract() {
        return calls.contract();
    }

    /**
     * {@return the row of a key: found, absent or not ready, never elsewhere}
     *
     * @param key values of all key columns, in the contract's order
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public Answer<T> get(RowKey key) {
        return calls.get(requireNonNull(key, "key"), reading, reader);
    }

    /**
     * {@return the row of each key, in the order of the keys; each answer stands for itself} Of rows that are found it is not told
     * as of when every delete has been seen.
     *
     * @param keys as many as the service takes, 1,000 if it was not set otherwise
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public List<Answer<T>> getAll(List<RowKey> keys) {
        return keys.isEmpty() ? List.of() : calls.getAll(List.copyOf(keys), reading, reader);
    }

    /**
     * {@return the first page of rows in key order}
     *
     * @param scan which rows; {@code from} and {@code to} with one value each, {@code after} empty: over HTTP a token stands for it
     * @throws IllegalArgumentException if the scan has more, or a value does not fit its column, naming the column
     * @throws KeyfoldClientException if there is no answer, also where no partition could be asked
     */
    public ClientPage<Row<T>> scan(Scan scan) {
        return rows(scan).page();
    }

    /**
     * {@return the page of rows behind another}
     *
     * @param scan as for the page before
     * @param token {@link ClientPage#nextToken()} of the page before; good for 24 hours
     */
    public ClientPage<Row<T>> scan(Scan scan, String token) {
        return rows(scan).page(token);
    }

    /**
     * Gives one page of rows after the other, up to the last.
     *
     * @param scan as for {@link #scan(Scan)}
     * @param visitor is to look at each page's {@link ClientPage#isComplete()}
     */
    public void pages(Scan scan, Consumer<? super ClientPage<Row<T>>> visitor) {
        rows(scan).pages(visitor);
    }

    private ClientQuery<Row<T>> rows(Scan scan) {
        return calls.rows(requireNonNull(scan, "scan"), reading, reader);
    }

    /**
     * {@return a question for rows in the order of an index}
     *
     * @param name the index's name
     */
    public ClientQuery<Row<T>> index(String name) {
        return calls.index(requireNonNull(name, "name"), reading, reader);
    }

    /**
     * {@return a question for the groups of a total} Once for each total the service is asked how it was declared.
     *
     * @param name the total's name
     */
    public ClientQuery<TotalGroup> totals(String name) {
        return calls.totals(requireNonNull(name, "name"), reading);
    }

    /**
     * Calls the listener with each change from a place on, in order a partition, on a thread of its own. Where the connection is
     * lost the client asks again, by itself, and goes on behind the last event; where that cannot be, a {@link ChangeEvent.Reset}
     * names the partitions to be read anew. A listener that is slow holds nobody but itself, though the service keeps changes for a
     * while only; one that throws is called again with the next event, and the failure is logged.
     *
     * @param cursor where to go on: {@link ChangeEvent#cursor()} of the last event that was seen, or {@link ChangeCursor#NOW}
     * @param listener what to call
     * @return the subscription, to be closed
     */
    public Subscription changes(ChangeCursor cursor, Consumer<? super ChangeEvent<T>> listener) {
        return calls.changes(requireNonNull(cursor, "cursor"), reader, requireNonNull(listener, "listener"));
    }

    /**
     * {@return the table's state on the instance that answers, as JSON: contract, partitions, positions, lag, restores, counts}
     */
    public String statusJson() {
        return calls.statusJson();
    }

    /**
     * {@return the same table, its questions asked in another way: of standby copies too, or not before a position has been reached}
     *
     * @param options those of {@link ReadOptions#ANYWHERE}, for each instance answers for all
     * @throws IllegalArgumentException if they reach this instance alone
     */
    public ClientTable<T> reading(ReadOptions options) {
        return new ClientTable<>(calls, reading.with(requireNonNull(options, "options")), reader);
    }

    /**
     * {@return the same table as somebody sees it who never goes back in time} It remembers of each partition the furthest position
     * that it was told, and asks for no less: whichever instance answers, a row that was seen is not seen older, and an instance
     * that has not read so far does not answer.
     *
     * <p>Each call gives one that has seen nothing; those made of it by {@link #as}, {@link #asColumns} and {@link #reading} share
     * what it has seen. Where the topic is made anew, take a new one: its positions begin again.
     */
    public ClientTable<T> monotonic() {
        return new ClientTable<>(calls, reading.monotonic(), reader);
    }

    /**
     * {@return the same table with values read into a record}
     *
     * @param type a public record, whose components are bound to the columns of their names, {@code orderId} to {@code order_id}
     * @param <U> the record
     * @throws IllegalArgumentException if a component has no column or another type, naming it
     */
    public <U extends Record> ClientTable<U> as(Class<U> type) {
        return new ClientTable<>(calls, reading, RecordReader.of(contract(), requireNonNull(type, "type"))::read);
    }

    /** {@return the same table with values read into their columns by name, those of the key too} */
    public ClientTable<ColumnValues> asColumns() {
        return new ClientTable<>(calls, reading, ColumnsReader.of(contract())::read);
    }

    /** {@return whom it asks for what} */
    @Override
    public String toString() {
        return "ClientTable[" + calls + "]";
    }
}
