package io.keyfold.cases;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tables of the cases: one a case, and one more where a contract's option is to give another outcome. */
final class CaseTables {

    private static final List<List<String>> ORDER_KEYS = List.of(
            List.of("A1001", "I02"),
            List.of("A1002", "I02"),
            List.of("B2001", "I01"),
            List.of("C3001", "I07"),
            List.of("C3002", "I07"),
            List.of("", "I02"));
    private static final LenientOptions NUMBERS_AS_TEXT = new LenientOptions(true, Set.of(), Optional.empty());
    private static final LenientOptions BASE64_AMOUNT = new LenientOptions(false, Set.of("amount"), Optional.empty());
    private static final LenientOptions SHANGHAI =
            new LenientOptions(false, Set.of(), Optional.of(ZoneId.of("Asia/Shanghai")));

    private CaseTables() {}

    static List<CaseTable> all() {
        List<CaseTable> tables = new ArrayList<>();
        tables.addAll(ofKeys());
        tables.addAll(ofNumbersAndTimes());
        tables.add(orders("uc_05", "05-key-null-component"));
        tables.add(orders("uc_07", "07-tombstone-lifecycle"));
        tables.add(orders("uc_08", "08-tombstone-unknown-repeated"));
        tables.add(orders("uc_09", "09-literal-null-value"));
        tables.add(orders("uc_11", "11-bad-json-must-not-delete"));
        tables.add(orders("uc_14", "14-partial-columns"));
        tables.add(orders("uc_16", "16-debezium-envelope"));
        tables.add(orders("uc_18", "18-columns-added-removed").redeclaredAs(CaseTables::withCoupon));
        tables.add(orders("uc_27", "27-gbk-bytes"));
        tables.add(orders("uc_29", "29-duplicate-fields"));
        tables.add(huge());
        tables.add(orders("uc_58", "58-record-timestamp-minus-one"));
        return tables;
    }

    private static CaseTable orders(String table, String file) {
        CaseFile told = CaseFile.named(file);
        return CaseTable.of(told, told.contract(table), told.records(), ORDER_KEYS);
    }

    private static CaseTable lenient(CaseTable table, String name, LenientOptions options) {
        return table.readAs(
                CaseFile.withColumns(table.contract(), name, List.of()).withLenient(options));
    }

    private static List<CaseTable> ofKeys() {
        CaseFile decimal = CaseFile.named("03-key-decimal-notation");
        List<List<String>> spellings =
                List.of(List.of("10", "I02"), List.of("10.0", "I02"), List.of("10.00", "I02"), List.of("1E1", "I02"));
        CaseTable decimals = CaseTable.of(decimal, decimal.contract("uc_03"), decimal.records(), spellings);
        CaseFile number = CaseFile.named("04-key-number-vs-string");
        List<List<String>> numbers = List.of(List.of("1001"), List.of("9007199254740992"), List.of("9007199254740993"));
        CaseTable tickets = CaseTable.of(number, number.contract("uc_04"), number.records(), numbers);
        return List.of(
                orders("uc_01", "01-key-field-order"),
                inOnePartition(),
                decimals,
                decimals.readAs(decimal.contract("uc_03_plain", "json: {decimal-as-plain-number: true}")),
                tickets,
                lenient(tickets, "uc_04_text", NUMBERS_AS_TEXT));
    }

    /** UC-01 in partition 1: both spellings, a tombstone under the first; both again, a tombstone under the second. */
    private static CaseTable inOnePartition() {
        CaseFile told = CaseFile.named("01-key-field-order");
        CaseRecord one = told.records().get(0).in(1);
        CaseRecord other = told.records().get(1).in(1);
        return CaseTable.of(
                told,
                told.contract("uc_01_one"),
                List.of(one, other, one.asTombstone(), one, other, other.asTombstone()),
                ORDER_KEYS);
    }

    private static List<CaseTable> ofNumbersAndTimes() {
        CaseTable decimals = orders("uc_20", "20-decimal-scientific");
        CaseTable base64 = orders("uc_22", "22-decimal-base64-text");
        CaseTable times = orders("uc_23", "23-timestamp-formats");
        CaseFile fraction = CaseFile.named("26-fraction-digits-negative");
        List<List<String>> ids = List.of(List.of("a"), List.of("b"), List.of("c"), List.of("d"));
        return List.of(
                decimals,
                lenient(decimals, "uc_20_text", NUMBERS_AS_TEXT),
                base64,
                lenient(base64, "uc_22_text", NUMBERS_AS_TEXT),
                lenient(base64, "uc_22_base64", BASE64_AMOUNT),
                times,
                lenient(times, "uc_23_zoned", SHANGHAI),
                CaseTable.of(fraction, fraction.contract("uc_26"), fraction.records(), ids));
    }

    /** UC-30, with what its file leaves to be generated. */
    private static CaseTable huge() {
        CaseFile told = CaseFile.named("30-deep-nesting-huge-number");
        List<CaseRecord> records = told.records().stream()
                .map(record -> record.withValue(record.valueText()
                        .replace("<[ x 3000 then ] x 3000>", "[".repeat(3000) + "]".repeat(3000))
                        .replace("<5000 digits>", "7".repeat(5000))))
                .toList();
        return CaseTable.of(told, told.contract("uc_30"), records, ORDER_KEYS);
    }

    private static TableContract withCoupon(TableContract contract) {
        return CaseFile.withColumns(
                contract, contract.name(), List.of(new Column("coupon_id", SqlType.parse("STRING"), true, false)));
    }
}
