package io.keyfold.micronaut;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.keyfold.store.PartitionOwners;
import io.keyfold.store.ReadOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who may import whom. Changed only with the reason in the commit. */
final class PackageRulesTest {

    private static final String ROOT = "io.keyfold.micronaut";

    private static final Map<String, List<String>> ALLOWED = Map.of(
            "config", List.of(),
            "trace", List.of(),
            "problem", List.of("trace"),
            "health", List.of(),
            "metrics", List.of(),
            "scan", List.of(),
            "peer", List.of("config", "problem", "metrics", "trace"),
            "access", List.of(),
            "token", List.of("config", "problem"),
            "rest", List.of("problem", "health", "access", "token"));

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void package_importsOnlyWhatIsListed() {
        ALLOWED.forEach((room, allowed) -> {
            String[] others = ALLOWED.keySet().stream()
                    .filter(other -> !other.equals(room) && !allowed.contains(other))
                    .map(other -> ROOT + "." + other)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + room)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .check(CODE);
        });
    }

    @Test
    void kafkaClients_areTheCores() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.rocksdb..", "io.keyfold.codec..")
                .check(CODE);
    }

    /** How a table is asked, and who reads a partition, are the store's words. */
    @Test
    void store_isKnownByWhatAQuestionNeeds() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.keyfold.store..")
                        .and(not(belongToAnyOf(ReadOptions.class, PartitionOwners.class))))
                .check(CODE);
    }
}
