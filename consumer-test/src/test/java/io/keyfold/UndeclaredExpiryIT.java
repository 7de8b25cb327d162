package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import io.keyfold.metrics.AuditKind;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records go that the contract holds for kept: an audit takes no row for deleted because of that. */
@ExtendWith(KeyfoldKafkaExtension.class)
class UndeclaredExpiryIT {

    private static final int ROWS = 10;
    private static final int GONE = 4;

    @ParameterizedTest
    @EnumSource
    void audit_ofRowsBelowTheLogsStart_leavesThemAndProvesNothing(
            Materialization materialization, KeyfoldKafka kafka, @TempDir Path stateDir) throws Exception {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        String letters = kafka.createTopic("dead-letters", 1, Map.of("retention.ms", "-1"));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                TableInstance subject = new TableInstance(
                        kafka,
                        kafka.uniqueName("undeclared"),
                        contract,
                        stateDir,
                        letters,
                        builder -> builder.materialization(materialization))) {
            for (int i = 0; i < ROWS; i++) {
                topic.upsert(Map.of("order_id", "A" + i, "item_id", "I01"));
            }
            subject.start();
            new TopicSurgery(kafka, contract.topic()).loseRecordsBefore(0, GONE);

            assertThat(subject.table()
                            .audit(AuditKind.ZOMBIES)
                            .get(TableUnderTest.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .singleElement()
                    .satisfies(report -> {
                        assertThat(report.swept()).isZero();
                        assertThat(report.inconclusive())
                                .hasValue("4 rows lie below the log's start, offset 4, and until written again topic "
                                        + contract.topic()
                                        + " cannot tell whether deleted or not; set cleanup.policy=compact on it, or,"
                                        + " if rows are meant to expire, declare"
                                        + " topic-requirements.records-expire: true in the contract");
                    });
            assertThat(subject.table().scan(Scan.all()).rows())
                    .extracting(Row::key)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, ROWS)
                            .mapToObj(i -> RowKey.of("A" + i, "I01"))
                            .toList());
        }
    }
}
