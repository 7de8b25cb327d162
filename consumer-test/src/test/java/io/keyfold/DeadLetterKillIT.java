package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** UC-63 (d): killed between a letter and the commit of its position. The letter comes again and can be told as the same. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DeadLetterKillIT {

    private static final RowKey A1001 = RowKey.of("A1001", "I02");
    private static final RowKey B2001 = RowKey.of("B2001", "I01");

    @TempDir
    Path directory;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private String name;
    private UpsertTopic topic;

    @BeforeEach
    void makeTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        name = kafka.uniqueName("killed");
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
    }

    @AfterEach
    void closeTopic() {
        topic.close();
    }

    /** UC-63 (d). */
    @Test
    void letterToATopic_killedBeforeTheCommit_comesAgainWithTheSameCoordinates() throws Exception {
        Process killed = start();
        long bad = writeBad();
        await().atMost(TableUnderTest.PATIENCE).until(() -> !offsetsInTopic().isEmpty());
        kill(killed);

        try (UpsertConsumer consumer = restart(TableSettings.of(contract))) {
            awaitGoodBehind(consumer);

            // On its way while the row behind it is there already; it is safe before the position is.
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(offsetsInTopic()).containsExactly(bad, bad));
        }
    }

    /** UC-63 (d), where the service may not write to Kafka. */
    @Test
    void letterToAFile_killedBeforeTheCommit_comesAgainWithTheSameCoordinates() throws Exception {
        LetterFiles letters = new LetterFiles(directory.resolve("letters"));
        Process killed = start(letters.directory().toString());
        long bad = writeBad();
        letters.await(1);
        kill(killed);

        try (UpsertConsumer consumer = restart(TableSettings.of(contract).deadLetterFiles(letters.directory()))) {
            awaitGoodBehind(consumer);

            assertThat(letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(bad, bad);
            assertThat(letters.files()).hasSize(2);
        }
    }

    private Process start(String... files) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LetterProcessMain.class.getName(),
                kafka.bootstrapServers(),
                name,
                contract.topic(),
                stateDir().toString()));
        command.addAll(List.of(files));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(UTF_8);
        String line = output.readLine();
        while (line != null && !line.equals("READY")) {
            line = output.readLine();
        }
        assertThat(line).as("what the process says").isEqualTo("READY");
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private Path stateDir() {
        return directory.resolve("state");
    }

    private long writeBad() {
        return topic.rawText(TableModel.keyJson(A1001), "{bad").offset();
    }

    private UpsertConsumer restart(TableSettings table) throws InterruptedException {
        UpsertConsumer consumer = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir())
                .instanceId("one")
                .table(table)
                .build();
        consumer.start();
        Instances.awaitReady(consumer);
        return consumer;
    }

    private void awaitGoodBehind(UpsertConsumer consumer) {
        topic.rawText(TableModel.keyJson(B2001), TableModel.keyJson(B2001));
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> consumer.table(contract.name()).get(B2001) instanceof Answer.Found);
    }

    private List<Long> offsetsInTopic() {
        List<Long> offsets = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> letter : LogScan.of(kafka, contract.topic() + ".dlq", 1)) {
            offsets.add(Long.parseLong(
                    new String(letter.headers().lastHeader("keyfold.offset").value(), UTF_8)));
        }
        return offsets;
    }
}
