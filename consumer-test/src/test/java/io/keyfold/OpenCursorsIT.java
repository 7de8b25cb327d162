package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.change.Subscription;
import io.keyfold.health.StoreUsage;
import io.keyfold.query.Scan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every listing gives back what it opened, however it ends; native memory does not show in the heap. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OpenCursorsIT {

    private static final int PARTITIONS = 6;
    private static final long STORE_BYTES = 32L << 20;

    /** Of each variant; all of them together are more than 10,000. */
    private static final int REQUESTS = 1_500;

    /** Leaked, the iterators of 10,000 requests would be hundreds of MiB. */
    private static final long RESIDENT_SLACK_BYTES = 24L << 20;

    /** A heap that is resident from the start: what else grows is native. */
    private static final List<String> WHOLE_HEAP =
            List.of("env", "JAVA_TOOL_OPTIONS=-Xms256m -XX:+AlwaysPreTouch", "MALLOC_ARENA_MAX=2");

    @TempDir
    static Path stateDir;

    @TempDir
    static Path otherDir;

    @TempDir
    static Path residentDir;

    private static KeyfoldKafka kafka;
    private static TableContract contract;
    private static TableInstance subject;
    private static TableInstance other;

    @BeforeAll
    static void load(KeyfoldKafka newKafka) throws InterruptedException {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        BulkRows.write(kafka, contract, ListingVariant.ROWS, ListingVariant::order);
        String name = kafka.uniqueName("cursors");
        subject = new TableInstance(kafka, name, contract, stateDir, builder -> builder.storeMemoryBytes(STORE_BYTES));
        other = new TableInstance(kafka, name, contract, otherDir, builder -> builder.storeMemoryBytes(STORE_BYTES));
        subject.start();
    }

    @AfterAll
    static void close() {
        other.close();
        subject.close();
    }

    /** UC-40: after each request, in every variant, no cursor is open; the store keeps to its memory. */
    @ParameterizedTest
    @EnumSource
    void cursors_afterEachListing_areClosed(ListingVariant variant) {
        for (int i = 0; i < REQUESTS; i++) {
            variant.ask(subject.table(), i);

            StoreUsage usage = subject.consumer().storeUsage();
            assertThat(usage.openCursors()).as("after request %d", i).isZero();
            assertThat(usage.usedBytes()).as("after request %d", i).isLessThanOrEqualTo(usage.limitBytes());
        }
    }

    /** UC-40: resident memory is flat once it is warm, whatever was asked. In a process of its own, where nothing else is. */
    @Test
    void residentMemory_onceWarm_isFlat() throws InterruptedException {
        ConsumerProcess.Setting setting =
                new ConsumerProcess.Setting(kafka, kafka.uniqueName("resident"), contract, residentDir);
        try (ConsumerProcess process = setting.start(WHOLE_HEAP).awaitStarted()) {
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> process.ask("status").startsWith("true "));
            process.ask("list " + REQUESTS);
            long warm = Long.parseLong(process.ask("list " + REQUESTS));

            long after = Long.parseLong(process.ask("list " + REQUESTS));

            System.out.println("resident: " + (warm >> 20) + " MiB warm, " + (after >> 20) + " MiB after "
                    + REQUESTS * ListingVariant.values().length + " requests more");
            assertThat(after - warm).isLessThan(RESIDENT_SLACK_BYTES);
        }
    }

    /** UC-40: a subscriber that throws in the middle of a snapshot. */
    @Test
    void cursors_ofASnapshotWhoseListenerThrows_areClosed() {
        AtomicInteger seen = new AtomicInteger();
        try (Subscription subscription = subject.table().subscribeFromSnapshot(event -> {
            if (seen.incrementAndGet() % 5_000 == 0) {
                throw new IllegalStateException("a filter that throws, as the test wants it");
            }
        })) {
            assertThat(subscription).isNotNull();
            await().atMost(TableUnderTest.PATIENCE).until(() -> seen.get() >= ListingVariant.ROWS + PARTITIONS);

            assertThat(subject.consumer().storeUsage().openCursors()).isZero();
        }
    }

    /** UC-40: a reader that is interrupted, as by a server's timeout. */
    @Test
    void cursors_ofAnInterruptedReader_areClosed() {
        for (int i = 0; i < REQUESTS; i++) {
            Thread.currentThread().interrupt();
            subject.table().scan(Scan.all().limit(100));
            assertThat(Thread.interrupted()).as("the flag is kept").isTrue();

            assertThat(subject.consumer().storeUsage().openCursors()).isZero();
        }
    }

    /** UC-40: listings during which partitions leave and come back. */
    @Test
    void cursors_ofListingsDuringARebalance_areClosed() throws InterruptedException {
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger cutShort = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        Thread reader = new Thread(() -> {
            try {
                while (!ended.get()) {
                    if (!subject.table().scan(Scan.all()).isComplete()) {
                        cutShort.incrementAndGet();
                    }
                }
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        reader.start();

        other.start();
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> subject.table().status().partitions().size() < PARTITIONS
                        && !other.table().status().partitions().isEmpty());
        other.leave();
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> subject.table().scan(Scan.all()).isComplete());
        ended.set(true);
        reader.join();

        assertThat(failures).isEmpty();
        assertThat(cutShort).as("listings that missed partitions").hasPositiveValue();
        assertThat(subject.consumer().storeUsage().openCursors()).isZero();
    }
}
