package io.keyfold.test.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what the services say with what was produced, row by row, amount by amount. */
final class DemoCheck {

    private final DemoHttp http = new DemoHttp();
    private final ValueCodec values;
    private final String risk;
    private final String dashboard;
    private final Map<RowKey, Map<String, Object>> expected;
    private final Set<String> orders;
    private final Set<String> users;
    private final List<String> differences = new ArrayList<>();
    private int rows;
    private int wrong;

    private DemoCheck(
            TableContract contract,
            String risk,
            String dashboard,
            Map<RowKey, Map<String, Object>> expected,
            Set<String> orders,
            Set<String> users) {
        this.values = ValueCodec.of(contract);
        this.risk = risk;
        this.dashboard = dashboard;
        this.expected = expected;
        this.orders = orders;
        this.users = users;
    }

    /**
     * What came out.
     *
     * @param rows rows that the services served
     * @param expected rows that were produced and not deleted
     * @param wrong rows, amounts and counts that differ
     * @param differences each of them in words
     */
    record Result(int rows, int expected, int wrong, List<String> differences) {

        boolean isRight() {
            return wrong == 0 && rows == expected;
        }

        @Override
        public String toString() {
            return "demo rows=" + rows + " expected=" + expected + " wrong=" + wrong;
        }
    }

    /**
     * Asks both services.
     *
     * @param contract the table
     * @param risk the risk service's URL
     * @param dashboard the dashboard service's URL
     * @param expected the rows that must be there, by key
     * @param orders every order that was ever written, with rows or without
     * @param users every user that was ever written, with rows or without
     */
    static Result run(
            TableContract contract,
            String risk,
            String dashboard,
            Map<RowKey, Map<String, Object>> expected,
            Set<String> orders,
            Set<String> users) {
        DemoCheck check = new DemoCheck(contract, risk, dashboard, expected, orders, users);
        check.rows();
        check.users();
        check.totals();
        return new Result(check.rows, check.expected.size(), check.wrong, check.differences);
    }

    /** Every order that was ever written: all its rows, and none that was deleted or rolled back. */
    private void rows() {
        for (String order : orders) {
            Map<RowKey, JsonNode> served = new HashMap<>();
            JsonNode answer = http.get(risk + "/v1/tables/dwd_order_item/rows?order_id=" + order)
                    .orElseGet(MissingNode::getInstance);
            if (!answer.path("complete").asBoolean()) {
                wrong("order " + order, "all its rows", answer.isMissingNode() ? "no answer" : "perhaps not all");
            }
            for (JsonNode row : answer.path("rows")) {
                JsonNode key = row.path("key");
                served.put(
                        RowKey.of(
                                key.path("order_id").asText(),
                                key.path("item_id").asText()),
                        row.path("value"));
            }
            rows += served.size();
            compare(order, served);
        }
    }

    private void compare(String order, Map<RowKey, JsonNode> served) {
        Set<RowKey> keys = new HashSet<>(served.keySet());
        expected.keySet().stream()
                .filter(key -> key.values().get(0).equals(order))
                .forEach(keys::add);
        for (RowKey key : keys) {
            Map<String, Object> produced = expected.get(key);
            JsonNode value = served.get(key);
            if (produced == null || value == null || !value.equals(json(produced))) {
                wrong("row " + key.values(), produced == null ? "none" : produced, value == null ? "none" : value);
            }
        }
    }

    /** Demo data is nobody's: what differs may be shown. */
    private void wrong(String what, Object expected, Object served) {
        wrong++;
        differences.add(what + ": expected " + expected + ", served " + served);
    }

    private JsonNode json(Map<String, Object> row) {
        try {
            return http.read(values.encode(row));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read what was produced: " + e.getMessage(), e);
        }
    }

    /** What every user's items come to in the risk service. */
    private void users() {
        Map<String, List<BigDecimal>> amounts = expected.values().stream()
                .collect(Collectors.groupingBy(
                        row -> String.valueOf(row.get("user_id")),
                        Collectors.mapping(
                                row -> (BigDecimal) row.getOrDefault("amount", BigDecimal.ZERO), Collectors.toList())));
        for (String user : users) {
            List<BigDecimal> all = amounts.getOrDefault(user, List.of());
            String produced = all.size() + " items, "
                    + all.stream().reduce(BigDecimal.ZERO, BigDecimal::add).setScale(2);
            String served = http.get(risk + "/v1/risk/users/" + user + "/exposure")
                    .map(DemoCheck::itemsAndAmount)
                    .orElse("no answer");
            if (!served.equals(produced)) {
                wrong("user " + user, produced, served);
            }
        }
    }

    private static String itemsAndAmount(JsonNode exposure) {
        BigDecimal amount = BigDecimal.ZERO;
        for (JsonNode status : exposure.path("by_status")) {
            amount = amount.add(new BigDecimal(status.path("amount").asText()));
        }
        return exposure.path("exposure").path("items").asLong() + " items, " + amount.setScale(2);
    }

    /** The dashboard's count and amount of every status. */
    private void totals() {
        JsonNode answer = http.get(dashboard + "/v1/dashboard/totals").orElseGet(MissingNode::getInstance);
        Map<String, String> served = new HashMap<>();
        for (JsonNode status : answer.path("by_status")) {
            served.put(
                    status.path("status").asText(),
                    status.path("items").asLong() + " items, "
                            + new BigDecimal(status.path("amount").asText()).setScale(2));
        }
        Map<String, String> produced = expected.values().stream()
                .collect(Collectors.groupingBy(row -> String.valueOf(row.get("order_status"))))
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        rowsOf -> rowsOf.getValue().size() + " items, "
                                + rowsOf.getValue().stream()
                                        .map(row -> (BigDecimal) row.getOrDefault("amount", BigDecimal.ZERO))
                                        .reduce(BigDecimal.ZERO, BigDecimal::add)
                                        .setScale(2)));
        Set<String> statuses = new TreeSet<>(served.keySet());
        statuses.addAll(produced.keySet());
        for (String status : statuses) {
            String right = produced.getOrDefault(status, "none");
            String said = served.getOrDefault(status, "none");
            if (!right.equals(said)) {
                wrong("status " + status, right, said);
            }
        }
    }
}
