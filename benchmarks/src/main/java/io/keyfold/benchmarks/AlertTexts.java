package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.risk.alert.Alert;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Rows of {@code risk_alert} as texts that can be compared: without the times and positions, which differ from run to run. */
final class AlertTexts {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final List<String> OF_THE_RUN = List.of("opened_at", "updated_at", "as_of");

    private final KeyCodec keys;
    private final ValueCodec values;

    AlertTexts(TableContract contract) {
        this.keys = KeyCodec.of(contract);
        this.values = ValueCodec.of(contract);
    }

    /** {@return the Kafka key of an alert} */
    String key(String user, String rule) {
        return new String(keys.routingKey(RowKey.of(user, rule)), UTF_8);
    }

    String text(Alert alert) {
        return text(values.encode(alert.toRow().asMap()));
    }

    /** {@return the text of a Kafka value} */
    static String text(byte[] value) {
        try {
            ObjectNode row = (ObjectNode) JSON.readTree(value);
            row.remove(OF_THE_RUN);
            return row.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("Wrong alerts: a value is no JSON: " + e.getMessage(), e);
        }
    }
}
