package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.codec.StoredRow;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Empty local copies whose topic no broker has: an audit waits where it would connect, until it is told to fail there. */
final class AuditedCopies implements AutoCloseable {

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final Path directory;
    private final TableRun run;
    private final List<LocalCopy> copies = new ArrayList<>();
    private final List<Integer> connecting = new CopyOnWriteArrayList<>();

    AuditedCopies(Path directory) {
        this(directory, Materialization.SOURCE_TOPIC);
    }

    /** Of a table whose records expire. */
    AuditedCopies(Path directory, Materialization materialization) {
        this.directory = directory;
        TableContract contract = TableContracts.named("dwd_order_item");
        TableSettings settings = TableSettings.of(
                contract.withRequirements(contract.requirements().withExpiry()));
        TableTask task = TableTask.of(settings, TableEvents.ofChanges(change -> {}));
        this.run = new TableRun(
                task,
                new SourceTopic("none", contract.topic(), "none", List.of()),
                MessageLimits.KAFKA_DEFAULTS,
                materialization,
                memory,
                DeadLetterWriter.of(settings, MessageLimits.KAFKA_DEFAULTS, new RestoreDeadLetters(Map.of())),
                new ProjectionBuilds(),
                Changelog.source(task));
    }

    /** A copy whose past is not known; a standby's, so that no reader is waited for. */
    Audit.Target suspect() {
        int partition = copies.size();
        Path own = directory.resolve(Integer.toString(partition));
        LocalCopy copy = new LocalCopy(
                RocksTable.open(own, LocalCopy.FAMILIES, memory),
                own,
                run.task().projections(),
                new Retention(Duration.ofDays(1)));
        copies.add(copy);
        run.opened(partition, copy);
        return new Audit.Target(run, partition, copy, null, new Connection(partition));
    }

    /** A copy that has missed nothing. */
    Audit.Target safe() {
        Audit.Target target = suspect();
        target.copy().freshness().loads();
        return target;
    }

    /** Of a key that is named so, from a record at that offset. */
    static void row(Audit.Target target, byte[] key, long offset) {
        TableTask task = target.run().task();
        StoredRow row = new StoredRow(
                Optional.of(new RowJson("{}".getBytes(UTF_8))),
                new RecordPosition(task.contract().topic(), target.partition(), offset),
                Optional.empty(),
                Optional.empty());
        target.copy().put(key, task.rows().encode(row));
        target.copy().commit(offset);
    }

    /** The partitions whose audits have come to where they connect, in order. */
    List<Integer> connecting() {
        return List.copyOf(connecting);
    }

    /** Audits of that partition, running or to come, fail to connect. */
    void refuse(Audit.Target target) {
        failWith(target, new KafkaException("no broker"));
    }

    void failWith(Audit.Target target, Throwable failure) {
        Connection connection = (Connection) target.streams();
        connection.failure = failure;
        connection.told.countDown();
    }

    /** What an audit asks for first. */
    private final class Connection extends AbstractMap<String, String> {
        private final int partition;
        private final CountDownLatch told = new CountDownLatch(1);
        private volatile Throwable failure = new KafkaException("not told");

        Connection(int partition) {
            this.partition = partition;
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            connecting.add(partition);
            try {
                told.await();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    @Override
    public void close() {
        copies.forEach(LocalCopy::close);
        run.end();
    }
}
