package io.keyfold.risk.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The topic {@code risk_alert} from its start: what is open, and whether each record had a reason. For one thread. */
final class AlertLog implements AutoCloseable {

    private final TopicReader topic;
    private final Map<String, Tale> tales = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private long records;

    /** What was told of one alert, up to now. */
    private static final class Tale {

        private @Nullable JsonNode open;
        private @Nullable Instant last;
        private int openings;
        private int closings;
    }

    AlertLog(TopicReader topic) {
        this.topic = topic;
    }

    /** Takes what was committed since. */
    void readOn() {
        topic.readOn(this::take);
    }

    private void take(ConsumerRecord<String, String> record) {
        JsonNode key = Json.read(record.key());
        String id = key.path("user_id").asText() + " " + key.path("rule_id").asText();
        Tale tale = tales.computeIfAbsent(id, none -> new Tale());
        String where = id + " at " + record.partition() + "@" + record.offset() + ": ";
        records++;
        @Nullable String value = record.value();
        if (value == null) {
            close(tale, where);
        } else {
            tell(tale, Json.read(value), where);
        }
    }

    private void close(Tale tale, String where) {
        if (tale.open == null) {
            faults.add(where + "closed, but was not open");
        }
        tale.open = null;
        tale.closings++;
    }

    private void tell(Tale tale, JsonNode now, String where) {
        Instant opened = time(now.path("opened_at"));
        Instant updated = time(now.path("updated_at"));
        JsonNode before = tale.open;
        if (before == null) {
            tale.openings++;
            if (!opened.equals(updated)) {
                faults.add(where + "opened at " + opened + ", but updated at " + updated);
            }
        } else if (!before.path("opened_at").equals(now.path("opened_at"))) {
            faults.add(where + "opened again at " + opened + " while open since " + before.path("opened_at"));
        } else if (said(before).equals(said(now))) {
            faults.add(where + "says what the record before says");
        }
        if (tale.last != null && updated.isBefore(tale.last)) {
            faults.add(where + "older than the record before");
        }
        tale.last = updated;
        tale.open = now;
    }

    private static Instant time(JsonNode sql) {
        return Instant.parse(sql.asText().replace(' ', 'T'));
    }

    /** All but when, and at which positions, it was said. */
    private static JsonNode said(JsonNode row) {
        ObjectNode said = row.deepCopy();
        said.remove(List.of("updated_at", "as_of"));
        return said;
    }

    /** By user and rule. */
    SortedMap<String, SaidAlert> open() {
        SortedMap<String, SaidAlert> open = new TreeMap<>();
        tales.forEach((id, tale) -> {
            if (tale.open != null) {
                open.put(id, SaidAlert.ofRow(tale.open));
            }
        });
        return open;
    }

    /** How often an alert, by user and rule, was opened. */
    int openings(String id) {
        return tales.getOrDefault(id, new Tale()).openings;
    }

    int closings(String id) {
        return tales.getOrDefault(id, new Tale()).closings;
    }

    List<String> faults() {
        return faults;
    }

    /** What happened, for a person. */
    String report() {
        SortedMap<String, String> byRule = new TreeMap<>();
        Map<String, int[]> sums = new TreeMap<>();
        tales.forEach((id, tale) -> {
            int[] sum = sums.computeIfAbsent(id.substring(id.indexOf(' ') + 1), none -> new int[2]);
            sum[0] += tale.openings;
            sum[1] += tale.closings;
        });
        sums.forEach((rule, sum) -> byRule.put(rule, "+" + sum[0] + " -" + sum[1]));
        return records + " records of alerts: opened and closed " + byRule;
    }

    @Override
    public void close() {
        topic.close();
    }
}
