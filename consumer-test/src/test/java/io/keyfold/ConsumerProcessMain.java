package io.keyfold;

import io.keyfold.config.Materialization;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;

/**
 * A consumer of {@code dwd_order_item} in a process of its own, asked line by line on standard input: {@code status},
 * {@code get order item}, {@code rows}, {@code list requests}, {@code close}. Every answer is one line that begins with {@code >}. A start that
 * fails leaves {@code main} by its exception, as an application's would.
 */
final class ConsumerProcessMain {

    private ConsumerProcessMain() {}

    /** Its arguments are settings, {@code name=value} each. */
    public static void main(String[] args) throws IOException {
        Properties settings = new Properties();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            settings.setProperty(parts[0], parts[1]);
        }
        TableContract contract = TableContracts.named("dwd_order_item").withTopic(settings.getProperty("topic"));
        UpsertConsumer consumer = UpsertConsumer.builder(settings.getProperty("name"))
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(settings.getProperty("servers"))
                .stateDir(Path.of(settings.getProperty("dir")))
                .instanceId("child")
                .storeMemoryBytes(16L << 20)
                .materialization(Materialization.valueOf(settings.getProperty("materialization", "SOURCE_TOPIC")))
                .table(contract)
                .build();
        consumer.start();
        System.out.println("> started");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals("close")) {
                System.out.println("> " + answer(consumer.table(contract.name()), line.split(" ")));
                line = lines.readLine();
            }
        }
        consumer.close();
        System.out.println("> closed");
    }

    private static String answer(UpsertTable<RowJson> table, String[] words) {
        try {
            return switch (words[0]) {
                case "status" -> table.status().isReady() + " " + table.status();
                case "get" -> table.get(RowKey.of(words[1], words[2])).toString();
                case "rows" -> rows(table);
                case "list" -> list(table, Integer.parseInt(words[1]));
                default -> "unknown: " + words[0];
            };
        } catch (RuntimeException | AssertionError e) {
            return "threw " + e;
        }
    }

    /** That many listings of each kind; the answer is how much memory is resident after them. */
    private static String list(UpsertTable<RowJson> table, int requests) {
        for (ListingVariant variant : ListingVariant.values()) {
            for (int i = 0; i < requests; i++) {
                variant.ask(table, i);
            }
        }
        return Long.toString(ResidentMemory.bytes());
    }

    private static String rows(UpsertTable<RowJson> table) {
        StringBuilder rows = new StringBuilder();
        Page<RowJson> page = table.scan(Scan.all().limit(Scan.MAX_LIMIT));
        page.rows().forEach(row -> rows.append(row.value().text()).append('\t'));
        return (page.isComplete() ? "complete\t" : "incomplete " + page.missing() + "\t") + rows;
    }
}
