package io.keyfold.crash;

import io.keyfold.change.TableEvent;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A subscriber that keeps what it is told, and tells when an event does not fit what it was told before. */
final class FoldedEvents implements Consumer<TableEvent<RowJson>> {

    private final String table;
    private final Consumer<String> misfit;
    private final Map<String, Row<RowJson>> rows = new TreeMap<>();

    FoldedEvents(String table, Consumer<String> misfit) {
        this.table = table;
        this.misfit = misfit;
    }

    @Override
    public synchronized void accept(TableEvent<RowJson> event) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            fold(changed.change());
        } else if (event instanceof TableEvent.PartitionLost<RowJson> lost) {
            rows.values().removeIf(row -> row.position().partition() == lost.partition());
        }
    }

    private void fold(RowChange<RowJson> change) {
        String key = RowText.key(change.key());
        Optional<RowJson> here = Optional.ofNullable(rows.get(key)).map(Row::value);
        Optional<RowJson> before = change.before().map(Row::value);
        if (!here.equals(before)) {
            misfit.accept(table + ": " + change + " of " + key + ": before is " + before.map(RowJson::text)
                    + ", expected " + here.map(RowJson::text));
        }
        change.after().ifPresentOrElse(after -> rows.put(key, after), () -> rows.remove(key));
    }

    synchronized Map<String, String> rows() {
        Map<String, String> texts = new TreeMap<>();
        rows.forEach((key, row) -> texts.put(key, row.value().text()));
        return texts;
    }
}
