package io.keyfold.micronaut;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.PartitionOwners;
import io.keyfold.store.ReadOptions;
import io.micronaut.scheduling.annotation.Scheduled;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who may import whom. Changed only with the reason in the commit. */
final class PackageRulesTest {

    private static final String ROOT = "io.keyfold.micronaut";

    private static final Map<String, List<String>> ALLOWED = Map.ofEntries(
            Map.entry("config", List.of()),
            Map.entry("trace", List.of()),
            Map.entry("problem", List.of("trace")),
            Map.entry("route", List.of()),
            Map.entry("health", List.of()),
            Map.entry("metrics", List.of()),
            Map.entry("scan", List.of()),
            Map.entry("peer", List.of("config", "problem", "metrics", "trace")),
            Map.entry("access", List.of("config", "problem", "route")),
            Map.entry("limit", List.of("config", "problem", "route", "metrics")),
            Map.entry("log", List.of("config", "route", "trace")),
            Map.entry("token", List.of("config", "problem")),
            Map.entry("rest", List.of("problem", "health", "access", "limit", "token")),
            Map.entry("change", List.of("problem", "metrics", "rest", "access", "limit")));

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

    /** How a table is asked, and who reads a partition, are the store's words; what an application derives is handed on to it. */
    @Test
    void store_isKnownByWhatAQuestionNeeds() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackage(ROOT + ".config")
                .should()
                .dependOnClassesThat(resideInAPackage("io.keyfold.store..")
                        .and(not(belongToAnyOf(ReadOptions.class, PartitionOwners.class))))
                .check(CODE);
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".config")
                .should()
                .dependOnClassesThat(resideInAPackage("io.keyfold.store..")
                        .and(not(belongToAnyOf(DerivedTopology.class, DerivedDesk.class))))
                .check(CODE);
    }

    /** One that runs while the context closes looks its bean up, and so makes it, and the consumer, once more. */
    @Test
    void schedules_areNotByAnnotation() {
        noMethods().should().beAnnotatedWith(Scheduled.class).check(CODE);
    }
}
