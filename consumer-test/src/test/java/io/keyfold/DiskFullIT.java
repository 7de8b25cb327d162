package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that takes no more: the table dies five times, each time rolled back to its last commit, and then stops for good and
 * says why; until then it is not ready, and what it serves are rows as they were written. With room it goes on by itself.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class DiskFullIT {

    /** Five deaths in a row, each followed by a pause and by the session of the one before. */
    private static final Duration FIVE_DEATHS = Duration.ofMinutes(3);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final int ROWS = 12_000;
    private static final int PAYLOAD = 3_000;
    private static final long SEED = 7;

    @TempDir
    Path stateDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private String name;

    @BeforeEach
    void makeTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        name = kafka.uniqueName("full");
        System.out.println("seed: " + SEED);
    }

    /** UC-39 (d): while it reads on. */
    @Test
    void disk_fullWhileRead_stopsTheTableInWordsAndServesWholeRowsOnly() throws InterruptedException {
        assumeThat(Confined.canMount()).as("unshare and mount are permitted").isTrue();
        BulkRows.write(kafka, contract, 1, DiskFullIT::order, DiskFullIT::row);

        stopsInWords(Confined.smallDisk(stateDir, 24), subject -> writeFrom(1), "No space left on device");
    }

    /** UC-39 (d): while it is loaded for the first time. */
    @Test
    @Tag("soak")
    void disk_fullWhileLoaded_stopsTheTableInWordsAndServesWholeRowsOnly() throws InterruptedException {
        assumeThat(Confined.canMount()).as("unshare and mount are permitted").isTrue();
        writeFrom(0);

        stopsInWords(Confined.smallDisk(stateDir, 24), subject -> {}, "No space left on device");
    }

    /** UC-39 (d): another way to be refused; here the disk's content survives, and is gone on from. */
    @Test
    @Tag("soak")
    void files_thatMayNotGrow_stopTheTableInWordsAndServeWholeRowsOnly() throws InterruptedException {
        BulkRows.write(kafka, contract, 1, DiskFullIT::order, DiskFullIT::row);

        stopsInWords(
                List.of(),
                subject -> {
                    subject.limitFiles(1 << 20);
                    writeFrom(1);
                },
                "File too large");
    }

    private void stopsInWords(List<String> runBy, Consumer<ConsumerProcess> traffic, String why)
            throws InterruptedException {
        Map<String, String> expected = new HashMap<>();
        for (int i = 0; i < ROWS; i++) {
            expected.put(order(i), row(i));
        }
        ConsumerProcess.Setting setting = new ConsumerProcess.Setting(kafka, name, contract, stateDir);
        try (ConsumerProcess subject = setting.start(runBy).awaitStarted()) {
            traffic.accept(subject);
            String status = awaitFailure(subject, expected);
            System.out.println("failed: " + status);

            assertThat(status).startsWith("false ").contains("Cannot read dwd_order_item: ", why, stateDir.toString());
            assertThat(subject.ask("get " + order(0) + " I02")).startsWith("NotReady[");
            assertThat(subject.end()).as("it ends in good order all the same").isZero();
        }
        try (TableInstance next = new TableInstance(kafka, name, contract, stateDir)) {
            next.start();

            assertThat(rows(next)).isEqualTo(expected);
        }
    }

    private static String awaitFailure(ConsumerProcess subject, Map<String, String> expected)
            throws InterruptedException {
        long deadline = System.nanoTime() + FIVE_DEATHS.toNanos();
        while (System.nanoTime() - deadline < 0) {
            String status = subject.ask("status");
            if (status.contains("failure=Optional[")) {
                return status;
            }
            String[] answer = subject.ask("rows").split("\t", 0);
            for (int i = 1; i < answer.length; i++) {
                assertThat(expected.values()).as("a row as it was written").contains(answer[i]);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        throw new AssertionError("the table has not failed after " + FIVE_DEATHS + ": " + subject.ask("status"));
    }

    private static Map<String, String> rows(TableInstance instance) {
        Map<String, String> rows = new HashMap<>();
        Scan scan = Scan.all().limit(Scan.MAX_LIMIT);
        Page<RowJson> page = instance.table().scan(scan);
        while (true) {
            page.rows()
                    .forEach(row -> rows.put(
                            row.key().values().get(0).toString(), row.value().text()));
            if (page.next().isEmpty()) {
                return rows;
            }
            page = instance.table().scan(scan.after(page.next().get()));
        }
    }

    private void writeFrom(int first) {
        BulkRows.write(kafka, contract, ROWS - first, i -> order(first + i), i -> row(first + i));
    }

    private static String order(int i) {
        return "A" + (100_000 + i);
    }

    /** Nothing that can be compressed to fit. */
    private static String row(int i) {
        Random random = new Random(SEED + i);
        StringBuilder payload = new StringBuilder();
        random.ints(PAYLOAD, '0', 'z').filter(Character::isLetterOrDigit).forEach(c -> payload.append((char) c));
        return "{\"order_id\":\"" + order(i) + "\",\"item_id\":\"I02\",\"user_id\":\"" + payload + "\",\"quantity\":"
                + i + "}";
    }
}
