package io.keyfold.test;

import static org.awaitility.Awaitility.await;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Test classes of a downstream team, run by a JUnit of their own so that a test can look at them from outside. */
final class ExtensionUsers {

    /** What one test method got from the extension, and the topics it saw at its end. */
    record Asked(String clusterId, String topic, Set<String> topicsSeen) {}

    private static final Queue<Asked> ASKED = new ConcurrentLinkedQueue<>();

    private ExtensionUsers() {}

    /** {@return what their methods got, if all passed} The classes run in parallel. */
    static List<Asked> run(Class<?>... classes) {
        ASKED.clear();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        request()
                                .selectors(Arrays.stream(classes)
                                        .map(type -> selectClass(type))
                                        .toList())
                                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                                .build(),
                        summary);
        summary.getSummary().getFailures().forEach(failure -> {
            throw new AssertionError(failure.getTestIdentifier().getDisplayName(), failure.getException());
        });
        return List.copyOf(ASKED);
    }

    private static void ask(KeyfoldKafka kafka) throws Exception {
        String topic = kafka.createTopic("dwd_order_item", 2);
        NewTopic changelog = new NewTopic(topic + "-store-changelog", Optional.of(1), Optional.empty());
        kafka.admin().createTopics(List.of(changelog)).all().get();
        // The controller has it; the broker that is asked learns of it a moment later.
        await().until(() -> kafka.admin().listTopics().names().get().contains(changelog.name()));
        ASKED.add(new Asked(
                kafka.clusterId(), topic, kafka.admin().listTopics().names().get()));
    }

    @ExtendWith(KeyfoldKafkaExtension.class)
    static class First {

        @Test
        void one(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }

        @Test
        void two(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }
    }

    @ExtendWith(KeyfoldKafkaExtension.class)
    static class Second {

        @Test
        void one(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }

        @Test
        void two(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }
    }

    @ExtendWith(KeyfoldKafkaExtension.class)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class Ordered {

        @Test
        @Order(1)
        void one(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }

        @Test
        @Order(2)
        void two(KeyfoldKafka kafka) throws Exception {
            ask(kafka);
        }
    }
}
