package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.QuestionCounts;
import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One table on this instance, in bytes. Any thread may ask at any time; nothing waits for Kafka. */
public interface TableStore extends TableReads {

    /** {@return the table, with the indexes and totals that are declared beside it} */
    TableSettings settings();

    /** {@return what the topic holds} */
    default TableContract contract() {
        return settings().contract();
    }

    /** {@return where Kafka is, as a client would be told; empty before the start, and where there is none} */
    default Optional<String> bootstrapServers() {
        return Optional.empty();
    }

    /** {@return partitions of the topic; 0 before the start} */
    int partitionCount();

    /** {@return whether the group has told this instance its partitions, be they none} */
    boolean isAssigned();

    /** {@return the partitions assigned to this instance, in order} */
    List<PartitionProgress> progress();

    /** {@return what happened to the records read here} */
    TableCounts counts();

    /** {@return who answered what was asked} */
    default QuestionCounts questions() {
        return QuestionCounts.NONE;
    }

    /** {@return what was noticed about the topic's keys, columns and bad records} */
    TableNotes notes();

    /** {@return of these how values differ from the contract, which costs little} */
    default List<ColumnNote> columnNotes() {
        return notes().columns();
    }

    /** {@return why the table has stopped for good; empty while it is alive} */
    Optional<String> failure();

    /** {@return what the table waits for and tries again, though it is alive; empty if nothing holds it} */
    Optional<String> waiting();

    /** {@return which thread stands still, since when and where, in words; empty while all that read ask for records} */
    default Optional<String> stuck() {
        return Optional.empty();
    }

    /** {@return what the last look at the topics, and at whose records come, found that stops nothing and that somebody should look at; none
     *     before the start} */
    List<TopicNote> topicNotes();

    /**
     * Begins to audit the partitions that are here.
     *
     * @param kind what to look for
     * @return what was found, a partition each, when all are through; fails with IllegalStateException if the table does not
     *     run
     */
    CompletableFuture<List<PartitionAudit>> audit(AuditKind kind);

    /**
     * {@return the same table, asked in another way}
     *
     * @param options where it may be asked, and how fresh it must be
     */
    default TableReads reads(ReadOptions options) {
        return this;
    }

    /** {@return the topic's id: one that is made anew under the same name has another; empty before the start, and where there is none} */
    default Optional<String> topicId() {
        return Optional.empty();
    }

    /**
     * {@return what Kafka's partitioner makes of a key: the rest of it by the number of partitions is the key's partition}
     *
     * @param routingKey the bytes that the upstream job writes for it
     */
    static int hash(byte[] routingKey) {
        return Homes.hash(routingKey);
    }

    /**
     * {@return what stands for a table's key columns: instances that differ in them mean different rows by the same bytes}
     *
     * @param contract the table's
     */
    static int keyShape(TableContract contract) {
        return TablePeers.keys(contract);
    }

    /**
     * {@return which other instance to ask for a partition; empty if none is known, or none can be asked}
     *
     * @param partition the partition
     */
    default Optional<PeerAddress> peerOf(int partition) {
        return Optional.empty();
    }

    /**
     * {@return another instance's reply, in bytes; fails in time, with a message that says why in words}
     *
     * @param address whom to ask
     * @param question what it is asked
     */
    default CompletableFuture<byte[]> askPeer(PeerAddress address, byte[] question) {
        return CompletableFuture.failedFuture(new IllegalStateException("no other instance can be asked"));
    }

    /**
     * {@return where a partition is read, as far as this instance knows}
     *
     * @param partition the partition
     */
    default PartitionOwners owners(int partition) {
        return PartitionOwners.UNKNOWN;
    }

    /**
     * {@return the indexes and totals that are not built yet}
     *
     * @param partition of which partition
     */
    List<BuildProgress> builds(int partition);

    /**
     * Reads rows of one partition in storage key order and hands them over while nothing is folded into that partition:
     * every change until then is in them, and none that comes after.
     *
     * @param partition the partition
     * @param after the storage key to begin behind; null for the first
     * @param limit rows at most
     * @param taker is given the rows; must be quick, for the partition is not read meanwhile
     * @return whether they were handed over; false while the partition cannot be read, or is being folded into right now
     */
    boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker);
}
