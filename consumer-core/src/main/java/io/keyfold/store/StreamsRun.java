package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.store.PartitionReads.Read;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.StoreIoException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;

/** One run of a Kafka Streams application, from its start to its close. Any thread may ask. */
final class StreamsRun {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final KafkaStreams streams;
    private final TableRuns tables;
    private final RestoreDeadLetters restoreLetters;
    private final Map<String, String> properties;
    private final StorePartitions partitions;

    private StreamsRun(
            KafkaStreams streams,
            TableRuns tables,
            RestoreDeadLetters restoreLetters,
            Map<String, String> properties,
            StorePartitions partitions) {
        this.streams = streams;
        this.partitions = partitions;
        this.tables = tables;
        this.restoreLetters = restoreLetters;
        this.properties = Map.copyOf(properties);
    }

    /**
     * Begins one.
     *
     * @throws StartException in one sentence that says what to do; nothing runs then
     */
    static StreamsRun start(StreamsApp app, StreamsApp.Setup setup, Cluster cluster, ThreadDeaths deaths) {
        Changelogs changelogs = Changelogs.ask(setup.settings(), app.applicationId(), setup.admin());
        Map<String, String> properties =
                StreamsProperties.of(setup, app.applicationId(), cluster.largestLimits(app.tables()), changelogs);
        RestoreDeadLetters letters = new RestoreDeadLetters(properties);
        TableRuns tables = new TableRuns(app.tasks().stream()
                .map(task -> new TableRun(
                        task,
                        cluster.source(task.contract().topic()),
                        cluster.limits(task.settings()),
                        setup.settings().store().materialization(),
                        setup.memory(),
                        DeadLetterWriter.of(task.settings(), cluster.limits(task.settings()), letters),
                        setup.builds(),
                        Changelog.of(task, setup.settings(), app.applicationId(), changelogs)))
                .toList());
        try {
            TableTopology topology = TableTopology.of(tables, properties, app.derived());
            KafkaStreams streams = new KafkaStreams(
                    topology.topology(), topology.properties(), new ObservedClients(tables, deaths::isLeaving));
            StreamsRun run = new StreamsRun(
                    streams,
                    tables,
                    letters,
                    properties,
                    StorePartitions.of(topology.topology(), app.applicationId(), setup.admin()));
            try {
                streams.setUncaughtExceptionHandler(exception -> {
                    app.threadDied();
                    return deaths.handle(exception);
                });
                streams.setGlobalStateRestoreListener(new RestoreListener(tables));
                GroupStart.prepare(
                        setup.admin(),
                        app.applicationId(),
                        tables,
                        properties,
                        setup.settings().startTimeout());
                streams.start();
                tables.all().forEach(TableRun::started);
                return run;
            } catch (RuntimeException e) {
                run.close(GroupMembershipOperation.LEAVE_GROUP);
                throw e;
            }
        } catch (ConfigException e) {
            throw new StartException(app.label(), "streamsOverrides cannot be used: " + StartCheck.rootMessage(e), e);
        } catch (KafkaException | IllegalArgumentException | StoreRefusedException e) {
            throw new StartException(app.label(), StartCheck.rootMessage(e), e);
        } catch (StoreIoException | CorruptStoreException e) {
            throw new StartException(app.label(), requireNonNull(e.getMessage()), e);
        }
    }

    /** The copies that can be audited now: those that are being read into, and standbys of mirrors. */
    List<Audit.Target> auditTargets() {
        List<Audit.Target> targets = new ArrayList<>();
        for (TableRun run : tables.all()) {
            run.copies().forEach((partition, copy) -> {
                PartitionProgress progress = run.task().progress().of(partition).orElse(null);
                boolean isActive = progress != null && progress.isOpen();
                boolean isStandby = progress == null && run.materialization() == Materialization.SOURCE_TOPIC;
                if (isActive || isStandby) {
                    targets.add(new Audit.Target(run, partition, copy, progress, properties));
                }
            });
        }
        return targets;
    }

    Optional<LocalCopy> copy(TableTask task, int partition) {
        return tables.of(task).copy(partition);
    }

    /** Reads anew how long the changelogs keep tombstones. {@return whether the broker has told it of all} */
    boolean readRetentions(Admin admin, Duration timeout) throws InterruptedException {
        List<Changelog> changelogs = tables.all().stream()
                .filter(run -> run.materialization() == Materialization.CHANGELOG)
                .map(TableRun::changelog)
                .toList();
        Optional<TopicConfigs> told = TopicConfigs.askAll(
                admin, changelogs.stream().map(Changelog::topic).toList(), timeout);
        told.ifPresent(configs -> changelogs.forEach(changelog -> changelog.configured(configs)));
        return told.isPresent();
    }

    Optional<StandbyCopy> standby(TableTask task, int partition) {
        return tables.of(task).standby(partition);
    }

    OwnersView owners(TableTask task) {
        try {
            return OwnersView.of(
                    streams.streamsMetadataForStore(TableTopology.storeName(task.contract())),
                    task.contract().topic());
        } catch (StreamsException | IllegalStateException e) {
            return OwnersView.UNKNOWN; // it is not running yet, or no more
        }
    }

    List<BuildProgress> builds(TableTask task, int partition) {
        return tables.of(task).builds(partition);
    }

    List<KeyNote> keyNotes(TableTask task) {
        return tables.of(task).keyNotes();
    }

    SourceTopic source(String topic) {
        return tables.all().stream()
                .map(TableRun::source)
                .filter(source -> source.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    <R> Read<R> ask(String store, int partition, PartitionQuery<R> query) {
        QueryResult<R> result;
        try {
            result = streams.query(
                            StateQueryRequest.inStore(store).withQuery(query).withPartitions(Set.of(partition)))
                    .getPartitionResults()
                    .get(partition);
        } catch (StreamsException | IllegalStateException e) {
            return Read.none("the table is not running");
        } catch (StoreIoException | CorruptStoreException e) {
            return Read.none(requireNonNull(e.getMessage()));
        }
        if (result == null || result.isFailure()) {
            FailureReason reason = result == null ? FailureReason.NOT_PRESENT : result.getFailureReason();
            return Read.none("partition " + partition + " cannot be read now (" + reason + ")");
        }
        return Read.of(result.getResult());
    }

    /** Where a key of a store of the user's topology is; throws IllegalArgumentException if there is no such store. */
    <K> DerivedOwner ownerOf(String store, K key, Serializer<K> keys) {
        KeyQueryMetadata told;
        try {
            told = streams.queryMetadataForKey(store, key, keys);
        } catch (StreamsException | IllegalStateException e) {
            return DerivedOwner.UNKNOWN; // it is not running yet, or no more
        }
        return told == null || told.equals(KeyQueryMetadata.NOT_AVAILABLE)
                ? new DerivedOwner(partitions.of(store, key, keys), Optional.empty())
                : DerivedOwner.of(told);
    }

    <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        return streams.query(request);
    }

    /** {@return whether its threads have ended} */
    boolean close(GroupMembershipOperation membership) {
        boolean ended =
                streams.close(CloseOptions.groupMembershipOperation(membership).withTimeout(CLOSE_TIMEOUT));
        tables.all().forEach(run -> run.deadLetters().close());
        restoreLetters.close();
        return ended;
    }

    /** Why it cannot be gone on with, or nothing. */
    Optional<TopicBinding.Verdict> verdict(TableTask task, SourceTopic now) {
        SourceTopic read = source(now.topic());
        TopicBinding.Verdict verdict = TopicBinding.of(task.contract(), read)
                .compare(
                        TopicBinding.of(task.contract(), now),
                        now.topic(),
                        tables.of(task).materialization());
        return verdict instanceof TopicBinding.Verdict.Fits ? Optional.empty() : Optional.of(verdict);
    }
}
