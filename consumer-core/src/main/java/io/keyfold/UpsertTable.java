package io.keyfold;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.change.Subscription;
import io.keyfold.change.SubscriptionSettings;
import io.keyfold.change.TableEvent;
import io.keyfold.config.TableSettings;
import io.keyfold.health.Finding;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.QuestionCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.KeyLocation;
import io.keyfold.query.Page;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.ReadOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A table that can be asked: the latest row per primary key of one topic.
 *
 * <p>Any thread may call any method at any time; nothing blocks on Kafka. Before the consumer has started, while it
 * restores and after it has closed, questions are answered with not ready.
 *
 * <p>Where deletes may have been missed, because the table was not followed for too long, each row that is given bears a
 * {@linkplain Row#stale() stale mark}, and each page, count and total names the partition, until an audit has passed; or they are
 * withheld, if the table's {@linkplain io.keyfold.config.StaleRows settings} say so.
 *
 * @param <T> how values are read: {@link RowJson}, a user's record or {@link ColumnValues}
 */
public interface UpsertTable<T> {

    /** {@return what the topic holds} */
    TableContract contract();

    /** {@return what the table was declared with: the indexes and totals beside it, its limits} */
    TableSettings settings();

    /** {@return the topic's id: one that is made anew under the same name has another; empty before the start; costs nothing} */
    Optional<String> topicId();

    /** {@return partitions of the topic; 0 before the start; costs nothing} */
    int partitionCount();

    /**
     * {@return the row of a key: found, absent, not ready or elsewhere}
     *
     * @param key values of all key columns, in the contract's order
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    Answer<T> get(RowKey key);

    /**
     * {@return the row of a key, if there is one and this instance can tell it at once, out of memory; it waits for no file, no
     * lock and no other instance, so that a thread that must not wait may ask} Else, and also if there is no such row, empty: then
     * {@link #get} tells.
     *
     * @param key values of all key columns, in the contract's order
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    Optional<Answer<T>> peek(RowKey key);

    /**
     * {@return the row of each key, in the order of the keys; each answer stands for itself}
     *
     * @param keys at most 1,000, each with values of all key columns, in the contract's order; one that is there twice is
     *     answered twice
     * @throws IllegalArgumentException if there are more, or a value does not fit its column, naming the column
     */
    List<Answer<T>> getAll(List<RowKey> keys);

    /**
     * {@return one page of rows in key order}
     *
     * @param scan which rows, in which direction, after which, how many
     * @throws IllegalArgumentException if a value does not fit its column, naming the column, or the scan's {@code to}
     *     is before its {@code from}, or its {@code after} is outside of what it asks for
     */
    Page<T> scan(Scan scan);

    /**
     * {@return one page of rows in the order of an index}
     *
     * <p>Until an index that was just declared is built over a partition, that partition is missing from the page, which
     * says so. A row that changes while pages are read is listed where it was, where it is, or, where it jumped over the
     * reader between two pages, not at all.
     *
     * @param scan which rows of which index, in which direction, after which, how many
     * @throws IllegalArgumentException if no index of that name is declared, a value does not fit its column, naming the
     *     column, or the scan's {@code after} is outside of what it asks for
     */
    IndexPage<T> scan(IndexScan scan);

    /**
     * {@return one page of a total's groups, each with what its rows come to over all partitions here}
     *
     * <p>Each partition's share of a group is exact at some moment during the call. Until a total that was just declared is
     * built over a partition, that partition is missing from the page, which says so.
     *
     * @param scan which groups of which total, in which order, after which, how many
     * @throws IllegalArgumentException if no total of that name is declared, a value does not fit what is grouped by, naming
     *     it, or the scan's {@code after} is outside of what it asks for
     */
    TotalPage totals(TotalScan scan);

    /**
     * {@return how many rows a scan would give, counted one by one up to the scan's limit}
     *
     * <p>It is no snapshot: a row that changes meanwhile is counted before or after the change.
     *
     * @param scan which rows, in which direction, after which, how many to count at the most
     * @throws IllegalArgumentException as {@link #scan} does
     */
    RowCount count(Scan scan);

    /**
     * Calls the listener with every change from now on, in order a partition, on a thread of its own. A listener that
     * falls 10,000 changes behind holds the table back; for longer than ten seconds, and Kafka takes the records back
     * and gives them again. One that throws is called again with the next change; the failure is logged. Closing the
     * consumer waits ten seconds for listeners to see what they have not seen yet.
     *
     * <p>A change in a partition that is not its key's home bears the mark {@code foreign} on its rows, and says what was
     * folded there: the table shows the home's row where there is one, so skip such changes or ask the table.
     *
     * <p>After a crash a change may be missed; after a crash, a rebalance or a hold of more than ten seconds it may be
     * seen again. Its position tells.
     *
     * @param listener what to call
     * @return the subscription, to be closed
     */
    Subscription subscribe(Consumer<? super RowChange<T>> listener);

    /**
     * Calls the listener as {@link #subscribe(Consumer)} does, in the way that it asks for.
     *
     * @param settings how the listener wants to be told, such as a DELETE and an INSERT as one UPDATE
     * @param listener what to call
     * @return the subscription, to be closed
     */
    Subscription subscribe(SubscriptionSettings settings, Consumer<? super RowChange<T>> listener);

    /**
     * Calls the listener with every row of every partition of this instance as an INSERT and with every change after
     * that, without gap or overlap a partition. A partition's rows end in {@link TableEvent.SnapshotComplete}. A
     * partition that this instance gains begins with its rows; of one that it loses,
     * {@link TableEvent.PartitionLost} is the last that is heard, and its rows are to be forgotten.
     *
     * <p>A row that may be stale as it is told bears the mark; once an audit has passed, those that were deleted upstream have
     * been told as deleted. Where stale rows are withheld, a partition's rows are told only then.
     *
     * <p>Order, thread, a slow listener, one that throws, and what a crash may do are as for {@link #subscribe(Consumer)}.
     *
     * @param listener what to call
     * @return the subscription, to be closed
     */
    Subscription subscribeFromSnapshot(Consumer<? super TableEvent<T>> listener);

    /**
     * Calls the listener as {@link #subscribeFromSnapshot(Consumer)} does, in the way that it asks for.
     *
     * @param settings how the listener wants to be told, such as a DELETE and an INSERT as one UPDATE
     * @param listener what to call
     * @return the subscription, to be closed
     */
    Subscription subscribeFromSnapshot(SubscriptionSettings settings, Consumer<? super TableEvent<T>> listener);

    /** {@return whether the last changes are kept, so that they can be told page by page} */
    boolean keepsChanges();

    /**
     * {@return the next changes after a place, for a reader that comes when it likes, and may have been away}
     *
     * <p>Those of a partition come in order, each once. Where that cannot be, because the log of changes is bounded, or begins anew
     * when a partition moves or an instance restarts, the page says so: read the rows of that partition again.
     *
     * <p>Of a table {@linkplain #reading reading} {@link ReadOptions#ANYWHERE} the changes of partitions that other instances read
     * are asked of them, at once and together; waits for them a moment at the most, and for nothing else. Before the start there are
     * no partitions, and so no changes.
     *
     * @param cursor where to go on; {@link ChangeCursor#NOW} to begin
     * @param limit changes at the most, shared among the partitions, of each of which one may come nevertheless; 1 .. 10000
     * @throws IllegalStateException if the changes are not {@linkplain #keepsChanges() kept}, or the thread is interrupted
     * @throws IllegalArgumentException if the limit is another
     */
    ChangePage<T> changes(ChangeCursor cursor, int limit);

    /**
     * {@return what {@link #changes} gives, for a thread that must not wait; completed on the thread of whoever answers last}
     *
     * @param cursor where to go on
     * @param limit changes at the most
     */
    CompletableFuture<ChangePage<T>> changesAsync(ChangeCursor cursor, int limit);

    /**
     * {@return a subscription to the news that {@link #changes} has something new of the partitions that are here}
     *
     * @param listener called by the threads that read, after each change and each partition that is gained: quick, never waits
     * @throws IllegalStateException if the changes are not {@linkplain #keepsChanges() kept}
     */
    Subscription onChanges(Runnable listener);

    /** {@return the table's state on this instance; asked as often as you like} */
    TableStatus status();

    /** {@return who answered what was asked of this instance since the start: a copy here, a standby here, another instance} */
    QuestionCounts questions();

    /**
     * {@return what was noticed of the topic and of this instance, the gravest first, each with what to do}
     *
     * <p>Rows are looked up for it, some for each partition: not for a probe that is called all the time.
     */
    List<Finding> findings();

    /**
     * Begins to audit every partition that is here: compares its rows with what the topic holds, and deletes those that the
     * topic holds no more, each as a {@link RowKind#DELETE} change whose cause is {@link RowChange.Cause#SWEPT}. An audit
     * begins by itself where deletes may have been missed; this one is for proof.
     *
     * <p>It reads the topic from its start, beside the traffic, at the rate of {@link
     * io.keyfold.config.FreshnessSettings#auditBytesPerSecond()}; {@link #status()} tells how far it is. A partition's audit
     * that could not be brought to an end, as when the partition moved away, is {@linkplain PartitionAudit#inconclusive()
     * inconclusive}, and fails nothing.
     *
     * @param kind {@link AuditKind#ZOMBIES} for rows that the topic holds no more; {@link AuditKind#FULL} to also look every
     *     value of the topic up, which takes longer, and to count those whose row is missing or older
     * @return what was found, a partition each, when all are through; fails with IllegalStateException if the consumer does not
     *     run. To cancel it ends the wait, not the audit
     * @throws IllegalArgumentException for {@link AuditKind#EXPIRY}, which happens by itself where the contract declares it
     */
    CompletableFuture<List<PartitionAudit>> audit(AuditKind kind);

    /**
     * {@return the same table, its questions asked in another way: of other instances too, of standby copies, or not before a
     * position has been reached}
     *
     * <p>What it says of its state, and what its subscribers are told, remain those of this instance.
     *
     * @param options where it may be asked, and how fresh an answer must be; {@link ReadOptions#HERE} if not said
     */
    UpsertTable<T> reading(ReadOptions options);

    /**
     * {@return where a key is stored, to what it hashes and who reads its partition}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    KeyLocation locate(RowKey key);

    /**
     * {@return the values of leading key columns, read from text as their columns' types}
     *
     * @param texts one text a leading key column, in the contract's order; at least one
     * @throws IllegalArgumentException if a text does not fit its column, naming the column
     */
    List<Object> keyValues(List<String> texts);

    /**
     * {@return a value of a column, read from text as the column's type}
     *
     * @param column its name
     * @param text a person's spelling of it, as in a URL
     * @throws IllegalArgumentException if there is no such column, or the text does not fit it, naming it
     */
    Object columnValue(String column, String text);

    /**
     * {@return a value of a column as JSON, in the one spelling of {@link #canonicalJson}}
     *
     * @param column its name
     * @param value of the column's Java type, as indexes and totals give it
     * @throws IllegalArgumentException if there is no such column, or the value does not fit it, naming it
     */
    String columnJson(String column, Object value);

    /**
     * {@return the key as the upstream job writes it, such as <code>{"order_id":"A1001","item_id":"I02"}</code>}
     *
     * @param key values of all key columns
     */
    String keyJson(RowKey key);

    /**
     * {@return the key as one text, however it was spelled, such as <code>{"batch_no":10.00}</code> for 10, 10.0 and 1E1}
     *
     * <p>Columns are named as in the contract, decimals are in plain notation with the digits of their scale.
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    String canonicalKeyJson(RowKey key);

    /**
     * {@return a row as one text, however it was spelled: equal rows have equal texts}
     *
     * <p>It has the declared columns alone, those of the key too, in the contract's order, null where the row has none. Decimals
     * are in plain notation with the digits of their scale, times in the contract's format, floating numbers as Flink writes
     * them, a MAP in the order of its keys.
     *
     * @param row a row of this table as JSON
     */
    String canonicalJson(Row<RowJson> row);

    /**
     * {@return the same table with values read into a record}
     *
     * <p>A component is bound to the column of its name, {@code orderId} or {@code order_id} to {@code order_id}. Its
     * type must be the column's: String, Boolean, Byte, Short, Integer, Long, Float, Double, BigDecimal, LocalDate,
     * LocalTime, LocalDateTime (TIMESTAMP), Instant (TIMESTAMP_LTZ), or a primitive where the column is NOT NULL;
     * {@code byte[]} or {@link io.keyfold.row.Binary} for bytes; a List of such types for an ARRAY and a Map of String and
     * such a type for a MAP, both unmodifiable and perhaps with nulls; for a ROW a record, whose components are bound to the
     * fields in the same way, or {@link ColumnValues}. So on at any depth.
     *
     * <pre>{@code
     * record Order(String orderId, Address address, List<Line> lines, Map<String, String> tags) {}
     * record Address(String city, @Nullable String street) {}
     * record Line(String skuId, BigDecimal price) {}
     * }</pre>
     *
     * @param type a public record
     * @param <U> the record
     * @throws IllegalArgumentException if a component, also of a record within, has no column or another type, naming it
     */
    <U extends Record> UpsertTable<U> as(Class<U> type);

    /** {@return the same table with values read into their columns by name, those of the key too} No record is needed. */
    UpsertTable<ColumnValues> asColumns();
}
