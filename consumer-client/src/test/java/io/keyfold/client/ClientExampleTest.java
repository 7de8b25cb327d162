package io.keyfold.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The README's example does what it says, and is this one. */
final class ClientExampleTest {

    private static @Nullable BigDecimal amount(URI service, String apiKey) {
        // region readme
        KeyfoldClient client = KeyfoldClient.builder(service).apiKey(apiKey).build();
        ClientTable<OrderItem> orders =
                client.table(TableContracts.named("dwd_order_item")).as(OrderItem.class);

        Answer<OrderItem> answer = orders.get(RowKey.of("A1001", "I02"));
        if (answer instanceof Answer.Found<OrderItem> found) {
            return found.row().value().amount();
        }
        if (answer instanceof Answer.NotReady<OrderItem> notReady) {
            throw new IllegalStateException(notReady.reason()); // ask again after notReady.retryAfter()
        }
        return BigDecimal.ZERO; // Absent is a statement: there is no such row
        // endregion
    }

    private static int lines(ClientTable<OrderItem> orders) {
        // region pages
        int[] lines = {0};
        orders.pages(Scan.prefix("A1001").limit(100), page -> {
            if (!page.isComplete()) {
                throw new IllegalStateException("without partitions " + page.missing());
            }
            lines[0] += page.entries().size();
        });
        // endregion
        return lines[0];
    }

    @Test
    void example_asWritten_works() {
        String row = "{\"key\":{\"order_id\":\"A1001\",\"item_id\":\"I02\"},\"value\":{\"order_id\":\"A1001\","
                + "\"item_id\":\"I02\",\"amount\":19.9},\"position\":{\"topic\":\"t\",\"partition\":0,\"offset\":1}}";
        try (FakeService service = new FakeService()) {
            service.json(row, "Keyfold-As-Of", "t-0@2");
            service.json("{\"rows\":[" + row + "],\"complete\":true,\"missing\":[],\"stale\":[],\"waiting\":[],"
                    + "\"standby\":[],\"as_of\":[],\"next_page_token\":null}");

            assertThat(amount(URI.create("http://" + service.address()), "k")).isEqualTo(new BigDecimal("19.90"));
            assertThat(lines(service.client()
                            .table(TableContracts.named("dwd_order_item"))
                            .as(OrderItem.class)))
                    .isEqualTo(1);
        }
    }

    @Test
    void readme_examples_areTheRegionsHere() throws IOException {
        String readme = Files.readString(Path.of("README.md"));

        for (String region : List.of("readme", "pages")) {
            assertThat(readme).contains("```java\n" + region(region) + "```\n");
        }
    }

    private static String region(String name) throws IOException {
        List<String> lines =
                Files.readAllLines(Path.of("src/test/java/io/keyfold/client/ClientExampleTest.java")).stream()
                        .dropWhile(line -> !line.strip().equals("// region " + name))
                        .skip(1)
                        .takeWhile(line -> !line.strip().equals("// endregion"))
                        .toList();
        int indent = lines.get(0).length() - lines.get(0).stripLeading().length();
        StringBuilder text = new StringBuilder();
        lines.forEach(line ->
                text.append(line.isEmpty() ? "" : line.substring(indent)).append('\n'));
        return text.toString();
    }
}
