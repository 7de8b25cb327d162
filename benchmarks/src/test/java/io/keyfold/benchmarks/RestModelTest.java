package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RestModelTest {

    private static final int KEYS = 100;
    private static final long RECORDS = 300;

    private final Traffic traffic = new Traffic(7, KEYS, KEYS, Traffic.Spread.EVEN);
    private final RestModel model = new RestModel(traffic);

    private String reply(long... records) {
        StringBuilder reply = new StringBuilder("{\"rows\":[");
        for (long record : records) {
            reply.append("{\"key\":{\"order_id\":\"-\"},\"value\":")
                    .append(new String(traffic.value(record), UTF_8))
                    .append(",\"position\":{\"partition\":3,\"offset\":17}},");
        }
        return reply.append("]}").toString();
    }

    @Test
    void check_ofRowsThatWereWritten_tellsTheirKeys() {
        for (long record = 0; record < RECORDS; record++) {
            assertThat(model.check(reply(record), RECORDS)).containsExactly(traffic.key(record));
        }
        assertThat(new RestModel(traffic).check(reply(0, 1, 2), RECORDS))
                .containsExactly(traffic.key(0), traffic.key(1), traffic.key(2));
        assertThat(model.last(RECORDS)).contains(RECORDS - 1).hasSize(KEYS);
    }

    @Test
    void check_ofARowOlderThanBefore_fails() {
        long later = RECORDS - 1;
        int key = traffic.key(later);
        long earlier = 0;
        while (traffic.key(earlier) != key) {
            earlier++;
        }
        String old = reply(earlier);
        model.check(reply(later), RECORDS);

        assertThat(model.seen(key)).isEqualTo(later);
        assertWrong(old);
    }

    @Test
    void check_ofARowThatNobodyWrote_fails() {
        assertWrong(reply(RECORDS));
        assertWrong(reply(1).replace("\"quantity\":", "\"quantity\":1"));
        assertWrong(reply(1).replace("\"order_id\":\"A", "\"order_id\":\"A9"));
        assertWrong(reply(1).replace("\"update_time\":\"2024-01-15", "\"update_time\":\"yesterday"));
    }

    private void assertWrong(String reply) {
        assertThatThrownBy(() -> model.check(reply, RECORDS))
                .hasMessage("Wrong answer: a row is none that was written for its key, or older than before (seed 7)");
    }
}
