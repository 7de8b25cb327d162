package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.health.PartitionStatus;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One instance of a table of order items with indexes and totals beside it, other ones from start to start. */
final class ProjectedTable implements AutoCloseable {

    private final KeyfoldKafka kafka;
    private final String name;
    private final TableContract contract;
    private final Path stateDir;
    private final Materialization materialization;
    private List<OrderProjection> declared = List.of();
    private @Nullable UpsertConsumer consumer;

    ProjectedTable(
            KeyfoldKafka kafka, String name, TableContract contract, Path stateDir, Materialization materialization) {
        this.kafka = kafka;
        this.name = name;
        this.contract = contract;
        this.stateDir = stateDir;
        this.materialization = materialization;
    }

    /** A mirror. */
    ProjectedTable(KeyfoldKafka kafka, TableContract contract, Path stateDir) {
        this(kafka, kafka.uniqueName("projected"), contract, stateDir, Materialization.SOURCE_TOPIC);
    }

    /** Of the consumer: its instances share it. */
    String name() {
        return name;
    }

    /** Not ready yet; what ran is closed. */
    UpsertTable<RowJson> begin(Collection<OrderProjection> some) {
        close();
        declared = List.copyOf(some);
        UpsertConsumer made = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .instanceId(requireNonNull(stateDir.getFileName()).toString())
                .materialization(materialization)
                .table(OrderProjection.declare(TableSettings.of(contract), declared))
                .build();
        consumer = made;
        made.start();
        return table();
    }

    UpsertTable<RowJson> start(Collection<OrderProjection> some) throws InterruptedException {
        begin(some);
        assertThat(consumer().awaitReady(TableUnderTest.PATIENCE))
                .as("ready in time")
                .isTrue();
        return table();
    }

    UpsertTable<RowJson> start(OrderProjection... some) throws InterruptedException {
        return start(List.of(some));
    }

    private UpsertConsumer consumer() {
        return requireNonNull(consumer, "not started");
    }

    UpsertTable<RowJson> table() {
        return consumer().table(contract.name());
    }

    List<OrderProjection> declared() {
        return declared;
    }

    /** Waits until all partitions that it has are read as far as they can be. */
    void awaitCaughtUp() {
        Map<Integer, Long> ends = TopicEnds.lastStable(kafka.admin(), contract.topic());
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            assertThat(table().status().isReady()).as("ready").isTrue();
            assertThat(table().status().partitions())
                    .allSatisfy(partition -> assertThat(
                                    partition.position().orElseThrow().position())
                            .isGreaterThanOrEqualTo(ends.getOrDefault(partition.partition(), Long.MAX_VALUE)));
        });
    }

    void awaitBuilt() {
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> table().status().isReady() && table().status().isBuilt());
    }

    /** Of the partitions that it has. */
    List<OrderItem> rows() {
        List<OrderItem> rows = new ArrayList<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(Scan.MAX_LIMIT);
            Page<OrderItem> page =
                    table().as(OrderItem.class).scan(after.map(scan::after).orElse(scan));
            assertThat(page.missing()).as("partitions that are elsewhere").hasSameSizeAs(elsewhere());
            page.rows().forEach(row -> rows.add(row.value()));
            after = page.next();
        } while (after.isPresent());
        return rows;
    }

    /** Everything that is declared is there, and comes to what the rows do when they are gone over; nothing is awaited. */
    void assertEqualsARecount() {
        List<OrderItem> rows = rows();
        for (OrderProjection projection : declared) {
            assertThat(projection.actual(table(), elsewhere()))
                    .as(projection.label() + " over " + rows.size() + " rows")
                    .contains(projection.expected(rows));
        }
    }

    /** A page of an index, which must lack nothing. */
    List<OrderItem> list(IndexScan scan) {
        IndexPage<OrderItem> page = table().as(OrderItem.class).scan(scan);
        assertThat(page.isComplete()).as("page").isTrue();
        return page.rows().stream().map(Row::value).toList();
    }

    /** A page of a total, which must lack nothing. */
    List<TotalGroup> groups(TotalScan scan) {
        TotalPage page = table().totals(scan);
        assertThat(page.isComplete()).as("page").isTrue();
        return page.groups();
    }

    TotalGroup group(String total, Object... group) {
        List<TotalGroup> found = groups(TotalScan.of(total).group(group));
        assertThat(found).as("groups %s", Arrays.asList(group)).hasSize(1);
        return found.get(0);
    }

    private Set<Integer> elsewhere() {
        Set<Integer> elsewhere = IntStream.range(0, table().status().partitionCount())
                .boxed()
                .collect(Collectors.toCollection(HashSet::new));
        table().status().partitions().forEach(partition -> elsewhere.remove(partition.partition()));
        return elsewhere;
    }

    /** Of what was restored since it was assigned, in all partitions. */
    long restored() {
        return table().status().partitions().stream()
                .mapToLong(PartitionStatus::restored)
                .sum();
    }

    void wipe() {
        close();
        try (Stream<Path> files = Files.walk(stateDir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(stateDir)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void leave() {
        consumer().leave();
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
        }
    }
}
