package io.keyfold;

import java.util.Random;

/**
 * Order items with random values, some of them null and some amounts as Flink spells them, under the keys of
 * {@link BulkOrders}. What it writes follows from its seed. For one thread.
 */
final class RandomOrders implements AutoCloseable {

    static final int USERS = 9;
    static final int STATUSES = 4;

    private final BulkOrders writer;
    private final Random random;

    RandomOrders(String bootstrapServers, String topic) {
        this(bootstrapServers, topic, Long.getLong("seed", System.nanoTime()));
    }

    private RandomOrders(String bootstrapServers, String topic, long seed) {
        System.out.println("random orders: -Dseed=" + seed);
        this.writer = new BulkOrders(bootstrapServers, topic);
        this.random = new Random(seed);
    }

    /** A row each; returns when the broker has them all. */
    void upsert(int from, int to) {
        for (int number = from; number < to; number++) {
            writer.text(BulkOrders.key(number), value(number));
        }
        writer.flush();
    }

    /** Random rows below a number come, change and go; returns when the broker has it all. */
    void change(int below, int records) {
        for (int i = 0; i < records; i++) {
            int number = random.nextInt(below);
            if (random.nextInt(4) == 0) {
                writer.tombstone(number);
            } else {
                writer.text(BulkOrders.key(number), value(number));
            }
        }
        writer.flush();
    }

    private String value(int number) {
        return "{\"order_id\":\"" + TableModel.order(BulkOrders.key(number)) + "\",\"item_id\":\"I02\",\"user_id\":"
                + text("U", USERS) + ",\"sku_id\":" + text("SKU-", 12) + ",\"quantity\":"
                + (random.nextInt(8) == 0 ? "null" : random.nextInt(20) - 5) + ",\"amount\":" + amount()
                + ",\"order_status\":" + text("S", STATUSES) + ",\"update_time\":" + time() + "}";
    }

    private String text(String beginning, int many) {
        return random.nextInt(8) == 0 ? "null" : "\"" + beginning + random.nextInt(many) + "\"";
    }

    private String amount() {
        return switch (random.nextInt(5)) {
            case 0 -> "null";
            case 1 -> (1 + random.nextInt(4)) + "E+2";
            case 2 -> "-" + random.nextInt(300) + ".5";
            default -> random.nextInt(1_000) + "." + (10 + random.nextInt(90));
        };
    }

    private String time() {
        return random.nextInt(8) == 0
                ? "null"
                : "\"2024-01-1" + random.nextInt(3) + " 10:4" + random.nextInt(4) + ":" + (10 + random.nextInt(50))
                        + ".001\"";
    }

    @Override
    public void close() {
        writer.close();
    }
}
