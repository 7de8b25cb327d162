package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.DerivedAnswer.Answered;
import io.keyfold.store.DerivedAnswer.NotReady;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whichever instance is asked of derived state, the one that has it answers; else it is said why nobody can. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DerivedDeskIT {

    private static final int PARTITIONS = 4;
    private static final int USERS = 40;

    /** So that the first who starts does not keep all that it has caught up with. */
    private static final Map<String, String> SETTINGS = Map.of("acceptable.recovery.lag", "100000");

    @TempDir
    Path directory;

    private final PeerNet net = new PeerNet();
    private final List<UpsertConsumer> instances = new ArrayList<>();
    private final List<UserSums> desks = new ArrayList<>();
    private final Map<String, Long> sums = new TreeMap<>();
    private TableContract contract;
    private UpsertTopic topic;

    @BeforeEach
    void write(KeyfoldKafka kafka) {
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        for (int i = 0; i < 3 * USERS; i++) {
            String user = "U" + i % USERS;
            topic.upsert(Map.of("order_id", "A" + i, "item_id", "I1", "user_id", user, "quantity", i));
            sums.merge(user, (long) i, Long::sum);
        }
        topic.tombstone("A0", "I1");
        topic.tombstone("A1", "I1");
        sums.merge("U1", -1L, Long::sum);
        sums.put("nobody", 0L);
    }

    @AfterEach
    void end() {
        instances.forEach(UpsertConsumer::close);
        net.close();
        topic.close();
    }

    private UpsertConsumer make(KeyfoldKafka kafka, String name, UnaryOperator<UpsertConsumerBuilder> more) {
        int number = instances.size();
        UserSums desk = new UserSums();
        UpsertConsumer made = more.apply(UpsertConsumer.builder(name)
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .streamsOverrides(SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(directory.resolve("i" + number))
                        .instanceId("i" + number)
                        .materialization(Materialization.CHANGELOG)
                        .table(contract)
                        .topology(UserSums::build, desk))
                .build();
        net.joins(number, made);
        desks.add(desk);
        instances.add(made);
        return made;
    }

    /** Until each has the sums of some users, and all are told rightly from everywhere. */
    private void startTwo(KeyfoldKafka kafka) {
        String name = kafka.uniqueName("desks");
        for (int i = 0; i < 2; i++) {
            int number = i;
            make(kafka, name, builder -> builder.peers(net.settings(number)));
        }
        instances.forEach(UpsertConsumer::start);
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            instances.forEach(this::assertAllTold);
            assertThat(instances)
                    .allSatisfy(instance -> assertThat(
                                    instance.table(contract.name()).status().partitions())
                            .hasSize(PARTITIONS / 2));
        });
    }

    private void assertAllTold(UpsertConsumer instance) {
        sums.forEach((user, sum) -> {
            DerivedAnswer answer = UserSums.ask(instance, user);
            assertThat(answer).as(user).isInstanceOf(Answered.class);
            assertThat(UserSums.sum(answer)).as(user).isEqualTo(sum);
        });
    }

    private static String reason(DerivedAnswer answer) {
        assertThat(answer).isInstanceOf(NotReady.class);
        assertThat(((NotReady) answer).retryAfter()).isPositive();
        return ((NotReady) answer).reason();
    }

    @Test
    void ask_anyInstance_isAnsweredByTheOneThatHasTheKey(KeyfoldKafka kafka) {
        startTwo(kafka);
        int first = desks.get(0).answers();
        int second = desks.get(1).answers();

        for (UpsertConsumer instance : instances) {
            int before = net.questions();
            assertAllTold(instance);
            assertThat(net.questions() - before)
                    .as("asked of the other")
                    .isPositive()
                    .isLessThan(sums.size());
        }

        first = desks.get(0).answers() - first;
        second = desks.get(1).answers() - second;
        assertThat(first + second).as("each answered once").isEqualTo(2 * sums.size());
        assertThat(first).isEven().isPositive();
        assertThat(second).isEven().isPositive();
    }

    @Test
    void ask_afterAnInstanceHasLeft_isAnsweredByTheOther(KeyfoldKafka kafka) {
        startTwo(kafka);

        instances.get(0).leave();

        assertThat(reason(UserSums.ask(instances.get(0), "U7"))).isEqualTo("the table is closed");
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            Map<String, DerivedAnswer> answers = new TreeMap<>();
            sums.keySet().forEach(user -> answers.put(user, UserSums.ask(instances.get(1), user)));
            answers.forEach((user, answer) -> {
                if (answer instanceof Answered) {
                    assertThat(UserSums.sum(answer)).as(user).isEqualTo(sums.get(user));
                }
            });
            assertThat(answers.values()).hasOnlyElementsOfType(Answered.class);
        });
    }

    @Test
    void ask_ofAnOwnerThatIsSilent_isNotReadyAndSaysWho(KeyfoldKafka kafka) {
        startTwo(kafka);

        net.falls(1);

        List<String> reasons = new ArrayList<>();
        sums.forEach((user, sum) -> {
            DerivedAnswer answer = UserSums.ask(instances.get(0), user);
            if (answer instanceof NotReady notReady) {
                reasons.add(notReady.reason());
            } else {
                assertThat(UserSums.sum(answer)).as(user).isEqualTo(sum);
            }
        });
        assertThat(reasons)
                .isNotEmpty()
                .hasSizeLessThan(sums.size())
                .allSatisfy(reason -> assertThat(reason).startsWith("the instance at " + PeerNet.address(1)));
    }

    @Test
    void ask_ofADeskThatFails_isNotReadyWithoutContents(KeyfoldKafka kafka) {
        startTwo(kafka);

        for (UpsertConsumer instance : instances) {
            assertThat(reason(UserSums.ask(instance, UserSums.UNBEARABLE)))
                    .isEqualTo("the desk failed with java.lang.IllegalStateException");
            assertThat(reason(UserSums.ask(instance, UserSums.ENDLESS)))
                    .isEqualTo("the desk's answer has 8388608 bytes, more than 8388544");
        }
    }

    @Test
    void ask_whileNothingRuns_isNotReady(KeyfoldKafka kafka) throws InterruptedException {
        UpsertConsumer alone = make(kafka, kafka.uniqueName("desks"), builder -> builder);

        assertThat(reason(UserSums.ask(alone, "U7"))).isEqualTo("the instance is not running");

        alone.start();
        assertThat(alone.awaitReady(TableUnderTest.PATIENCE)).isTrue();
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> assertAllTold(alone));
        assertThat(net.questions()).as("it has no peers").isZero();
        assertThatThrownBy(() ->
                        alone.derived().ask("elsewhere", "U7", Serdes.String().serializer(), new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("store: elsewhere (expected: one of the topology)");

        alone.close();
        assertThat(reason(UserSums.ask(alone, "U7"))).isEqualTo("the table is closed");
    }
}
