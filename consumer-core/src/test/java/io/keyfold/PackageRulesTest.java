package io.keyfold;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may import whom. Changed only with the reason in the commit. */
class PackageRulesTest {

    /** In the order of the line: a package imports only those before it. */
    private static final List<String> LINE = List.of(
            "io.keyfold.schemas",
            "io.keyfold.error",
            "io.keyfold.config",
            "io.keyfold.metrics",
            "io.keyfold.row",
            "io.keyfold.codec",
            "io.keyfold.fold",
            "io.keyfold.store.rocks",
            "io.keyfold.store",
            "io.keyfold.change",
            "io.keyfold.health",
            "io.keyfold.query",
            "io.keyfold");

    private static final List<String> LEAVES =
            List.of("io.keyfold.error", "io.keyfold.config", "io.keyfold.metrics", "io.keyfold.row");

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keyfold");

    /** All but the root, behind which nothing comes. */
    static List<String> rooms() {
        return LINE.subList(0, LINE.size() - 1);
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void package_importsNothingFromLaterStages(String room) {
        String[] later = LINE.subList(LINE.indexOf(room) + 1, LINE.size()).toArray(new String[0]);

        noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(later)
                .check(CODE);
    }

    @Test
    void leaves_importNoOtherLeafButTheContract() {
        for (String leaf : LEAVES) {
            List<String> others = new ArrayList<>(LEAVES);
            others.remove(leaf);
            noClasses()
                    .that()
                    .resideInAPackage(leaf)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others.toArray(new String[0]))
                    .check(CODE);
        }
    }

    @Test
    void jackson_isSeenByCodecAndTheContractParserAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.keyfold.codec", "io.keyfold.schemas")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..")
                .check(CODE);
        noClasses()
                .that()
                .resideInAPackage("io.keyfold.schemas")
                .and()
                .haveSimpleNameNotStartingWith("TableContractParser")
                .and()
                // What the parser reads a file's fields with.
                .doNotHaveSimpleName("ContractFields")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..")
                .check(CODE);
    }

    @Test
    void kafka_isSeenByStoreAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.keyfold.store")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..")
                .check(CODE);
    }

    @Test
    void rocksDb_isSeenByThePhysicalStoreAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.keyfold.store.rocks")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.rocksdb..")
                .check(CODE);
    }

    /** A sketch is one way to count; the rest sees what was counted. */
    @Test
    void dataSketches_areSeenByHotKeysAlone() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.keyfold.store.HotKeys")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.datasketches..")
                .check(CODE);
    }

    /** It keeps bytes: what they mean is told above it. That it sees no Kafka is told above here. */
    @Test
    void physicalStore_seesNoOtherRoom() {
        noClasses()
                .that()
                .resideInAPackage("io.keyfold.store.rocks")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.keyfold..").and(resideOutsideOfPackage("io.keyfold.store.rocks")))
                .check(CODE);
    }

    @Test
    void fold_hasNoClock() {
        noClasses()
                .that()
                .resideInAPackage("io.keyfold.fold")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CODE);
    }

    @Test
    void rooms_areNotNamedForNothing() {
        classes()
                .should()
                .resideOutsideOfPackages("..util..", "..common..", "..impl..", "..internal..", "..helper..")
                .check(CODE);
    }
}
