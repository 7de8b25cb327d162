package io.keyfold.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.keyfold.store.ReadOptions;
import org.junit.jupiter.api.Test;

/** Who may import whom. Changed only with the reason in the commit. */
final class PackageRulesTest {

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keyfold.client");

    @Test
    void client_knowsDataQuestionsAndCodecsAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..",
                                "org.jspecify..",
                                "org.slf4j..",
                                "com.fasterxml.jackson.core..",
                                "io.keyfold.client",
                                "io.keyfold.schemas",
                                "io.keyfold.row",
                                "io.keyfold.codec",
                                "io.keyfold.query",
                                "io.keyfold.change")
                        .or(belongToAnyOf(ReadOptions.class, ReadOptions.Reach.class)))
                .check(CODE);
    }

    @Test
    void jackson_readsRepliesInOnePlace() {
        noClasses()
                .that(not(belongToAnyOf(JsonSlice.class)))
                .should()
                .dependOnClassesThat(resideInAnyPackage("com.fasterxml.jackson.."))
                .check(CODE);
    }

    /** What these tests run without, a client runs without. */
    @Test
    void classPath_hasNeitherKafkaNorRocksDb() {
        assertThatThrownBy(() -> Class.forName("org.apache.kafka.streams.KafkaStreams"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("org.rocksdb.RocksDB")).isInstanceOf(ClassNotFoundException.class);
    }
}
