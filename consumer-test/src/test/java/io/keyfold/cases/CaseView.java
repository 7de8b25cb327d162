package io.keyfold.cases;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.UpsertTable;
import io.keyfold.health.ColumnDrift;
import io.keyfold.health.Finding;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a table answered at one moment.
 *
 * @param answers by the key that was asked for, a text a column
 * @param listed all rows
 * @param count how many the table counted
 * @param ofUser the rows of user U7 by the index, where the table has one
 * @param columns the listed rows as columns
 * @param canonical the listed rows in their one spelling
 * @param canonicalKeys their keys
 * @param status its state
 * @param findings what it had noticed
 */
record CaseView(
        Map<List<String>, Answer<RowJson>> answers,
        List<Row<RowJson>> listed,
        long count,
        List<Row<RowJson>> ofUser,
        List<ColumnValues> columns,
        List<String> canonical,
        List<String> canonicalKeys,
        TableStatus status,
        List<Finding> findings) {

    static CaseView of(UpsertTable<RowJson> table, CaseTable told) {
        Map<List<String>, Answer<RowJson>> answers = new LinkedHashMap<>();
        for (List<String> key : told.keys()) {
            answers.put(key, table.get(new RowKey(table.keyValues(key))));
        }
        Page<RowJson> page = table.scan(Scan.all());
        assertThat(page.isComplete()).as("listing of " + told.name()).isTrue();
        return new CaseView(
                answers,
                page.rows(),
                table.count(Scan.all()).rows(),
                told.hasUsers()
                        ? table.scan(IndexScan.of(CaseTable.BY_USER).equal("U7"))
                                .rows()
                        : List.of(),
                table.asColumns().scan(Scan.all()).rows().stream()
                        .map(Row::value)
                        .toList(),
                page.rows().stream().map(table::canonicalJson).toList(),
                page.rows().stream()
                        .map(row -> table.canonicalKeyJson(row.key()))
                        .toList(),
                table.status(),
                ofItsRecords(table.findings()));
    }

    /** The only broker of these tests keeps every topic alone, and that is found at the first look, be it soon or late. */
    private static List<Finding> ofItsRecords(List<Finding> all) {
        return all.stream()
                .filter(finding -> !finding.id().equals("replication"))
                .toList();
    }

    /** The row of that key, which must be found. */
    Row<RowJson> row(String... key) {
        return found(answer(key));
    }

    private Answer<RowJson> answer(String... key) {
        return requireNonNull(answers.get(List.of(key)), "not looked up");
    }

    private static Row<RowJson> found(Answer<RowJson> answer) {
        assertThat(answer).isInstanceOf(Answer.Found.class);
        return ((Answer.Found<RowJson>) answer).row();
    }

    /** The row of that key as JSON. */
    String text(String... key) {
        return row(key).value().text();
    }

    /** That key's answer, which must be that there is no row. */
    Answer.Absent<RowJson> absent(String... key) {
        Answer<RowJson> answer = answer(key);
        assertThat(answer).isInstanceOf(Answer.Absent.class);
        return (Answer.Absent<RowJson>) answer;
    }

    List<String> listedTexts() {
        return listed.stream().map(row -> row.value().text()).toList();
    }

    TableCounts counts() {
        return status.counts();
    }

    PartitionStatus partition(int number) {
        return status.partitions().get(number);
    }

    List<String> findingIds() {
        return findings.stream().map(Finding::id).toList();
    }

    /** In how many values a field differs so from the contract. */
    long drift(String column, ColumnDrift.Kind kind) {
        return status.drift().stream()
                .filter(drift -> drift.column().equals(column) && drift.kind() == kind)
                .mapToLong(ColumnDrift::records)
                .sum();
    }

    Finding finding(String id) {
        return findings.stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no finding " + id + " among " + findingIds()));
    }

    /** All answers as text that can be compared; how far the partitions had been read is left out. */
    List<String> dump() {
        List<String> lines = new ArrayList<>();
        answers.forEach((key, answer) -> lines.add(key + " is " + dump(answer)));
        listed.forEach(row -> lines.add("listed " + dump(row)));
        ofUser.forEach(row -> lines.add("of the user " + dump(row)));
        lines.add("count " + count);
        return lines;
    }

    private static String dump(Answer<RowJson> answer) {
        return answer instanceof Answer.Absent<RowJson> absent ? "absent, mark " + absent.mark() : dump(found(answer));
    }

    private static String dump(Row<RowJson> row) {
        return row.key().values() + " " + row.position() + " " + row.timestamp() + " mark " + row.mark() + " "
                + row.value().text();
    }
}
