package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.UpsertTable;
import io.keyfold.client.ClientPage;
import io.keyfold.client.ClientQuery;
import io.keyfold.client.ClientTable;
import io.keyfold.client.KeyfoldClient;
import io.keyfold.client.KeyfoldClientBuilder;
import io.keyfold.client.KeyfoldClientException;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalScan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Java client says of a table over HTTP is what the table says in the JVM. */
final class ClientIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final LocalDateTime NOON = LocalDateTime.of(2024, 1, 15, 12, 0);
    private static final String KEY = "a-key-of-the-tests";
    private static final String STRANGER = "a-key-that-may-see-less";

    @TempDir
    static Path stateDir;

    private static TableServer server;
    private static UpsertTable<RowJson> table;
    private static ClientTable<RowJson> orders;

    /** An order item, as a user would declare it. */
    public record OrderItem(
            String orderId,
            String itemId,
            @Nullable String userId,
            @Nullable Integer quantity,
            @Nullable BigDecimal amount) {}

    @BeforeAll
    static void writeRowsAndStart() throws NoSuchAlgorithmException {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 3);
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            for (List<String> key : AwkwardKeys.ALL) {
                topic.upsert(Map.of(
                        "order_id", key.get(0), "item_id", key.get(1), "quantity", AwkwardKeys.ALL.indexOf(key)));
            }
            for (int i = 0; i < 12; i++) {
                topic.upsert(
                        "A" + i % 4,
                        "I" + i,
                        i % 5 == 0 ? null : "U/" + i % 3,
                        "SKU-" + i % 2,
                        i,
                        i % 6 == 0 ? null : new BigDecimal("1E+2").add(BigDecimal.valueOf(i, 2)),
                        i % 2 == 0 ? "已付款" : "CREATED",
                        NOON.plusSeconds(40L * i));
            }
            topic.tombstone("A3", "I11");
        }
        Map<String, Object> settings = TableServer.settings(
                KAFKA.bootstrapServers(),
                KAFKA.uniqueName("client"),
                stateDir,
                "dwd_order_item",
                contract.topic(),
                contract.topic() + ".dlq");
        String declared = "keyfold.tables.dwd_order_item.";
        settings.put(declared + "indexes.by_user", "user_id");
        settings.put(declared + "indexes.by_status_and_time", "order_status, update_time");
        settings.put(declared + "totals.items", "count()");
        settings.put(declared + "totals.amount_by_status", "sum(amount) by order_status");
        settings.put(declared + "totals.by_minute", "count() by order_status, minute(update_time)");
        settings.put(declared + "totals.by_day", "max(update_time) by day(update_time)");
        settings.put(declared + "totals.least", "min(quantity) by user_id");
        settings.put(declared + "totals.dearest", "top(2, amount) by order_status");
        settings.putAll(apiKey("tests", KEY, "keyfold-read,keyfold-personal"));
        settings.putAll(apiKey("stranger", STRANGER, "keyfold-read"));
        server = TableServer.start(settings).awaitReady();
        table = server.consumer().table("dwd_order_item");
        TableServer.await("the projections to be built", () -> table.status().isBuilt());
        orders = client().apiKey(KEY).build().table(TableContracts.named("dwd_order_item"));
    }

    private static Map<String, Object> apiKey(String name, String key, String roles) throws NoSuchAlgorithmException {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        return Map.of(
                "keyfold.api-keys." + name + ".key-sha256",
                HexFormat.of().formatHex(sum),
                "keyfold.api-keys." + name + ".roles",
                roles);
    }

    private static KeyfoldClientBuilder client() {
        return KeyfoldClient.builder(server.uri("")).timeout(Duration.ofSeconds(60));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** As of when deletes were seen moves on while a topic is idle. */
    private static <T> Answer<T> timeless(Answer<T> answer) {
        if (answer instanceof Answer.Found<T> found) {
            return new Answer.Found<>(found.row(), found.asOf(), Optional.empty());
        }
        Answer.Absent<T> absent = (Answer.Absent<T>) answer;
        return new Answer.Absent<>(absent.asOf(), Optional.empty(), absent.mark(), absent.waiting(), absent.standby());
    }

    private static List<RowKey> awkwardKeys() {
        return AwkwardKeys.ALL.stream()
                .map(key -> RowKey.of(key.get(0), key.get(1)))
                .toList();
    }

    /** UC-47, with the client that encodes them. */
    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#ALL")
    void get_awkwardKey_isTheTablesAnswer(List<String> texts) {
        RowKey key = RowKey.of(texts.get(0), texts.get(1));

        Answer<RowJson> answer = orders.get(key);

        assertThat(answer).isInstanceOf(Answer.Found.class);
        assertThat(timeless(answer)).isEqualTo(timeless(table.get(key)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"A3", "A/10", "订单", "", "x x+x", "."})
    void get_absentKey_isTheTablesAnswer(String orderId) {
        RowKey key = RowKey.of(orderId, "I11");

        Answer<RowJson> answer = orders.get(key);

        assertThat(answer).isInstanceOf(Answer.Absent.class);
        assertThat(timeless(answer)).isEqualTo(timeless(table.get(key)));
    }

    @Test
    void getAll_foundAndAbsent_areTheTablesAnswers() {
        List<RowKey> keys = new ArrayList<>(awkwardKeys());
        keys.add(RowKey.of("A3", "I11"));
        keys.add(keys.get(0));

        List<Answer<RowJson>> answers = orders.getAll(keys);

        assertThat(answers).hasSize(AwkwardKeys.ALL.size() + 2);
        assertThat(answers.stream().map(ClientIT::timeless))
                .isEqualTo(table.getAll(keys).stream().map(ClientIT::timeless).toList());
    }

    @Test
    void typed_rows_areTheTables() {
        RowKey key = RowKey.of("A1", "I1");

        assertThat(timeless(orders.as(OrderItem.class).get(key)))
                .isEqualTo(timeless(table.as(OrderItem.class).get(key)));
        assertThat(orders.asColumns().scan(Scan.all()).entries())
                .isEqualTo(table.asColumns().scan(Scan.all()).rows());
    }

    private static List<RowKey> walk(Scan scan) {
        List<RowKey> keys = new ArrayList<>();
        orders.pages(scan, page -> {
            assertThat(page.isComplete()).isTrue();
            assertThat(page.entries().size()).isLessThanOrEqualTo(scan.limit());
            page.entries().forEach(row -> keys.add(row.key()));
        });
        return keys;
    }

    @Test
    void scan_allKinds_haveTheTablesRows() {
        for (Scan scan : List.of(
                Scan.all(),
                Scan.all().reverse(),
                Scan.prefix("A1"),
                Scan.prefix("A%2F10"),
                Scan.prefix(""),
                Scan.prefix("A1").from("I2").to("I9").reverse(),
                Scan.between(List.of("A1"), List.of("A3")))) {
            ClientPage<Row<RowJson>> page = orders.scan(scan);

            assertThat(page.entries()).isEqualTo(table.scan(scan).rows()).isNotEmpty();
            assertThat(page.asOf())
                    .containsExactlyInAnyOrderElementsOf(table.scan(scan).asOf());
            assertThat(walk(scan.limit(3)))
                    .isEqualTo(page.entries().stream().map(Row::key).toList());
        }
    }

    @Test
    void scan_tokenOfAnotherQuestion_isRefusedByItsProblem() {
        String token = orders.scan(Scan.all().limit(1)).nextToken().orElseThrow();

        assertThat(orders.scan(Scan.all().limit(1), token).entries()).hasSize(1);
        assertThatThrownBy(() -> orders.scan(Scan.prefix("A1"), token))
                .isInstanceOfSatisfying(
                        KeyfoldClientException.class,
                        e -> assertThat(e.problem()).contains("/problems/token-of-another-question"));
    }

    private static <E> List<E> walk(ClientQuery<E> query) {
        List<E> entries = new ArrayList<>();
        query.pages(page -> entries.addAll(page.entries()));
        return entries;
    }

    @Test
    void index_allKinds_haveTheTablesRows() {
        ClientQuery<Row<RowJson>> byUser = orders.index("by_user");
        ClientQuery<Row<RowJson>> byTime = orders.index("by_status_and_time").equal("order_status", "已付款");
        IndexScan scanByTime = IndexScan.of("by_status_and_time").equal("已付款");
        Map<ClientQuery<Row<RowJson>>, IndexScan> questions = new HashMap<>();
        questions.put(byUser, IndexScan.of("by_user"));
        questions.put(byUser.reverse(), IndexScan.of("by_user").reverse());
        questions.put(byUser.equal("user_id", "U/1"), IndexScan.of("by_user").equal("U/1"));
        questions.put(byUser.isNull("user_id"), IndexScan.of("by_user").equal((Object) null));
        questions.put(
                byUser.startsWith("user_id", "U/"), IndexScan.of("by_user").startsWith("U/"));
        questions.put(
                byTime.from("update_time", NOON.plusMinutes(1)).to("update_time", NOON.plusMinutes(5)),
                scanByTime.from(NOON.plusMinutes(1)).to(NOON.plusMinutes(5)));

        questions.forEach((query, scan) -> {
            List<Row<RowJson>> expected = table.scan(scan).rows();
            assertThat(query.page().entries()).isEqualTo(expected).isNotEmpty();
            assertThat(walk(query.limit(2))).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"items", "amount_by_status", "by_minute", "by_day", "least", "dearest"})
    void totals_eachKind_hasTheTablesGroups(String total) {
        ClientQuery<TotalGroup> query = orders.totals(total);

        List<TotalGroup> expected = table.totals(TotalScan.of(total)).groups();

        assertThat(query.page().entries()).isEqualTo(expected).isNotEmpty();
        assertThat(walk(query.limit(1))).isEqualTo(expected);
        assertThat(query.reverse().page().entries())
                .isEqualTo(table.totals(TotalScan.of(total).reverse()).groups());
    }

    @Test
    void totals_bounds_haveTheTablesGroups() {
        LocalDateTime minute = NOON.plusMinutes(2);

        assertThat(orders.totals("by_minute")
                        .equal("order_status", "已付款")
                        .from("minute(update_time)", minute)
                        .page()
                        .entries())
                .isEqualTo(table.totals(TotalScan.of("by_minute").group("已付款").from(minute))
                        .groups())
                .isNotEmpty();
        assertThat(orders.totals("by_day")
                        .equal("day(update_time)", NOON.toLocalDate())
                        .page()
                        .entries())
                .isEqualTo(table.totals(TotalScan.of("by_day").group(NOON.toLocalDate()))
                        .groups())
                .isNotEmpty();
        assertThat(orders.totals("amount_by_status").greatest().limit(1).page().entries())
                .isEqualTo(
                        table.totals(TotalScan.of("amount_by_status").greatest().limit(1))
                                .groups())
                .hasSize(1);
        assertThatThrownBy(() -> orders.totals("nope").page())
                .isInstanceOfSatisfying(
                        KeyfoldClientException.class,
                        e -> assertThat(e.problem()).contains("/problems/total-not-found"));
    }

    @Test
    void monotonic_reads_areAnswered() {
        ClientTable<RowJson> monotonic = orders.monotonic();

        for (RowKey key : awkwardKeys()) {
            assertThat(monotonic.get(key)).isInstanceOf(Answer.Found.class);
        }
        assertThat(monotonic.scan(Scan.all()).isComplete()).isTrue();
        assertThat(monotonic.totals("items").page().isComplete()).isTrue();
    }

    @Test
    void reading_positionAhead_isNotReady() {
        Answer.Found<RowJson> found = (Answer.Found<RowJson>) orders.get(RowKey.of("A1", "I1"));
        ClientTable<RowJson> ahead = orders.reading(ReadOptions.ANYWHERE.atLeast(List.of(new PartitionPosition(
                found.asOf().topic(), found.asOf().partition(), found.asOf().position() + 1_000))));

        assertThat(ahead.get(RowKey.of("A1", "I1"))).isInstanceOf(Answer.NotReady.class);
        assertThat(ahead.scan(Scan.all()).isComplete()).isFalse();
        assertThat(ahead.scan(Scan.all()).missing()).hasSize(1);
    }

    @Test
    void caller_unknownOrWithoutTheRole_seesNothingOrLess() {
        TableContract contract = TableContracts.named("dwd_order_item");
        ClientTable<RowJson> nobody = client().build().table(contract);
        ClientTable<RowJson> stranger = client().apiKey(STRANGER).build().table(contract);
        Answer<OrderItem> masked = stranger.as(OrderItem.class).get(RowKey.of("A1", "I1"));

        assertThatThrownBy(() -> nobody.get(RowKey.of("A1", "I1")))
                .isInstanceOfSatisfying(KeyfoldClientException.class, e -> {
                    assertThat(e.status()).hasValue(401);
                    assertThat(e.problem()).contains("/problems/unauthenticated");
                });
        assertThat(masked)
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(found.row().value())
                                .isEqualTo(new OrderItem("A1", "I1", null, 1, new BigDecimal("100.01"))));
        assertThatThrownBy(() -> stranger.totals("least").page())
                .hasMessageContaining("the total is of columns that this caller may not see");
    }

    @Test
    void tables_andStatus_areTold() {
        assertThat(client().apiKey(KEY).build().tables())
                .containsExactly(new KeyfoldClient.TableEntry(
                        "dwd_order_item", table.contract().topic(), true, true));
        assertThat(orders.statusJson()).contains("\"name\":\"dwd_order_item\"");
    }
}
