package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes events of what a service sends. Safe for many threads.
 *
 * @param texts of the table
 * @param reader reads a row's value
 */
record EventReader<T>(ColumnTexts texts, Function<Row<RowJson>, Row<T>> reader) {

    /** {@return the event; empty if it is of a kind that is not known here, which a later service may send} */
    Optional<ChangeEvent<T>> event(String name, ChangeCursor cursor, String data) {
        JsonSlice json = JsonSlice.of(data.getBytes(UTF_8));
        return switch (name) {
            case "insert", "update", "delete" -> Optional.of(changed(json, cursor));
            case "begin" -> Optional.of(new ChangeEvent.Begun<>(partitions(json), missing(json), cursor));
            case "reset" ->
                Optional.of(new ChangeEvent.Reset<>(
                        partitions(json),
                        ChangePage.Cause.valueOf(json.require("cause").text()),
                        json.require("as_of").items().stream()
                                .map(RowReader::asOf)
                                .toList(),
                        cursor));
            case "missing" -> Optional.of(new ChangeEvent.Missing<>(missing(json), cursor));
            case "found" -> Optional.of(new ChangeEvent.Found<>(partitions(json), cursor));
            default -> Optional.empty();
        };
    }

    private ChangeEvent<T> changed(JsonSlice json, ChangeCursor cursor) {
        Map<String, JsonSlice> members = json.members();
        RowKey key = texts.key(JsonSlice.required(members, "key"));
        RecordPosition position = RowReader.position(JsonSlice.required(members, "position"));
        Optional<Instant> timestamp = RowReader.present(members, "timestamp").map(RowReader::instant);
        Optional<RowMark> mark = RowReader.present(members, "mark").map(RowReader::mark);
        Function<JsonSlice, T> value =
                slice -> reader.apply(new Row<>(key, new RowJson(slice.bytes()), position, timestamp, mark))
                        .value();
        return new ChangeEvent.Changed<>(
                RowKind.valueOf(JsonSlice.required(members, "kind").text()),
                key,
                RowReader.present(members, "before").map(value),
                RowReader.present(members, "after").map(value),
                position,
                timestamp,
                RowChange.Cause.valueOf(JsonSlice.required(members, "cause").text()),
                mark,
                cursor);
    }

    private static List<Integer> partitions(JsonSlice json) {
        return json.require("partitions").items().stream().map(JsonSlice::index).toList();
    }

    private static List<MissingPartition> missing(JsonSlice json) {
        return json.require("missing").items().stream()
                .map(gap -> new MissingPartition(
                        gap.require("partition").index(), gap.require("reason").text()))
                .toList();
    }
}
