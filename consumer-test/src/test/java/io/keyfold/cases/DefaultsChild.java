package io.keyfold.cases;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.UpsertTable;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.test.topic.TableDriver;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.TimeZone;

/**
 * A process with other defaults: prints what they are, then what came of the cases that are its arguments, on lines that begin
 * with {@code >}. Texts are in hex, so that the output itself depends on no charset.
 */
final class DefaultsChild {

    private DefaultsChild() {}

    public static void main(String[] cases) {
        PrintStream out = new PrintStream(System.out, true, US_ASCII);
        out.println("defaults " + TimeZone.getDefault().getID() + " " + Charset.defaultCharset());
        for (String name : cases) {
            CaseFile told = CaseFile.named(name);
            try (TableDriver driver = TableDriver.of(told.contract("orders"))) {
                told.records().forEach(record -> driver.raw(record.key(), record.value()));
                UpsertTable<RowJson> table = driver.table();
                for (Row<RowJson> row : table.scan(Scan.all()).rows()) {
                    out.println("> " + name + " row " + hex(table.canonicalKeyJson(row.key())) + " "
                            + HexFormat.of().formatHex(row.value().bytes()) + " " + hex(table.canonicalJson(row)) + " "
                            + hex(row.mark().toString()) + " "
                            + hex(((Answer.Found<ColumnValues>)
                                            table.asColumns().get(row.key()))
                                    .row()
                                    .toString()));
                }
                driver.deadLetters()
                        .forEach(letter -> out.println("> " + name + " letter "
                                + letter.headers().get("keyfold.offset") + " "
                                + letter.headers().get("keyfold.detail")));
            }
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }
}
