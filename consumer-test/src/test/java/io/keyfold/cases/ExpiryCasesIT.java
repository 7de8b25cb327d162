package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.error.StartException;
import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The case of a topic whose rows expire: what is said of it at a start. That old and new instances agree is ExpiryIT's. The case
 * calls it wrong to refuse without a switch: the contract's declaration is the switch.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ExpiryCasesIT {

    private static final String RETENTION_MS = "604800000";

    private final CaseFile told = CaseFile.named("32-cleanup-policy-wrong");

    @TempDir
    private Path stateDir;

    private TableContract contract(KeyfoldKafka kafka, String policy) {
        String topic = kafka.createTopic(
                "uc32", told.partitions(), Map.of("cleanup.policy", policy, "retention.ms", RETENTION_MS));
        return CaseFile.withColumns(TableContracts.named("dwd_order_item"), "uc_32", List.of())
                .withTopic(topic);
    }

    private static TableContract expiring(TableContract contract) {
        return contract.withRequirements(contract.requirements().withExpiry());
    }

    private UpsertConsumer consumer(KeyfoldKafka kafka, TableContract contract) {
        return UpsertConsumer.builder(kafka.uniqueName("uc32"))
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .table(contract, kafka.createTopic("dead-letters", 1, Map.of("retention.ms", "-1")))
                .build();
    }

    private List<Finding> findings(KeyfoldKafka kafka, TableContract contract) {
        try (UpsertConsumer consumer = consumer(kafka, contract)) {
            consumer.start();
            return consumer.table("uc_32").findings();
        }
    }

    private static String consequence(TableContract contract, String policy) {
        return "topic " + contract.topic() + " has cleanup.policy=" + policy + " and retention.ms=" + RETENTION_MS
                + ": rows untouched for 7 days disappear for new or rebuilt instances";
    }

    /** UC-32: undeclared, in either form. */
    @Test
    void start_undeclaredExpiry_isRefusedWithBothWaysOut(KeyfoldKafka kafka) {
        for (String policy : List.of("delete", "compact,delete")) {
            TableContract contract = contract(kafka, policy);

            try (UpsertConsumer consumer = consumer(kafka, contract)) {
                assertThatThrownBy(consumer::start)
                        .isInstanceOf(StartException.class)
                        .hasMessage("Cannot start uc_32: " + consequence(contract, policy)
                                + "; set cleanup.policy=compact on it, or, if rows are meant to expire, declare"
                                + " topic-requirements.records-expire: true in the contract");
            }
        }
    }

    /** UC-32: an error for delete. */
    @Test
    void findings_declaredDelete_areAnError(KeyfoldKafka kafka) {
        TableContract contract = expiring(contract(kafka, "delete"));

        assertThat(findings(kafka, contract))
                .filteredOn(finding -> finding.id().equals("cleanup-policy-delete"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                    assertThat(finding.sentence()).startsWith(consequence(contract, "delete"));
                });
    }

    /** UC-32: a warning for compact,delete. */
    @Test
    void findings_declaredCompactDelete_areAWarning(KeyfoldKafka kafka) {
        TableContract contract = expiring(contract(kafka, "compact,delete"));

        assertThat(findings(kafka, contract))
                .filteredOn(finding -> finding.id().equals("cleanup-policy-compact-delete"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.sentence()).startsWith(consequence(contract, "compact,delete"));
                });
    }

    /** UC-32: none for compact, whatever the contract allows. */
    @Test
    void findings_compact_areNone(KeyfoldKafka kafka) {
        for (TableContract contract : List.of(contract(kafka, "compact"), expiring(contract(kafka, "compact")))) {
            assertThat(findings(kafka, contract))
                    .extracting(Finding::id)
                    .noneMatch(id -> id.startsWith("cleanup-policy"));
        }
    }
}
