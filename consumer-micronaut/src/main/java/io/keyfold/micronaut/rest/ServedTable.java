package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.UpsertTable;
import io.keyfold.micronaut.limit.Limits;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.ReadOptions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** One table as it is served, with what need not be found out for each request. Safe for many threads. */
final class ServedTable {

    private final UpsertTable<RowJson> table;
    private final UpsertTable<RowJson> anywhere;
    private final Limits limits;
    private final TableContract contract;
    private final Set<String> personal;
    private final List<String> valueColumns;
    private final String canonicalDigits;
    private volatile Generation generation = new Generation(Optional.empty(), 0);

    /**
     * Which topic is read: one that is made anew, or gets more partitions, is another.
     *
     * @param topicId the topic's id, if it is known
     * @param partitionCount its partitions
     * @param text the same for the same topic
     * @param digits eight hex digits of it
     */
    record Generation(Optional<String> topicId, int partitionCount, String text, String digits) {

        Generation(Optional<String> topicId, int partitionCount) {
            this(topicId, partitionCount, topicId.orElse("") + "/" + partitionCount);
        }

        private Generation(Optional<String> topicId, int partitionCount, String text) {
            this(topicId, partitionCount, text, ServedTable.digits(text));
        }
    }

    ServedTable(UpsertTable<RowJson> table, Limits limits) {
        this.table = table;
        this.limits = limits;
        this.anywhere = table.reading(ReadOptions.ANYWHERE);
        this.contract = table.contract();
        this.personal = contract.columns().stream()
                .filter(Column::personal)
                .map(Column::name)
                .collect(Collectors.toSet());
        this.valueColumns = contract.value().stream().map(Column::name).toList();
        this.canonicalDigits = digits(contract.columns() + "\n" + contract.valueFields() + "\n" + contract.valueJson()
                + "\n" + contract.lenient());
    }

    /** {@return eight hex digits of a text} */
    static String digits(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    String name() {
        return contract.name();
    }

    /** {@return what one request may cost} */
    Limits limits() {
        return limits;
    }

    TableContract contract() {
        return contract;
    }

    /** {@return the table of this instance: its state, its declaration} */
    UpsertTable<RowJson> here() {
        return table;
    }

    /** {@return the table, asked as fresh as the caller wants it} */
    UpsertTable<RowJson> reading(Freshness freshness) {
        return freshness.options().equals(ReadOptions.ANYWHERE) ? anywhere : table.reading(freshness.options());
    }

    /** {@return the columns that are personal data} */
    Set<String> personal() {
        return personal;
    }

    /** {@return the columns that a value has, in the contract's order} */
    List<String> valueColumns() {
        return valueColumns;
    }

    /** {@return digits of what says how a record is read and its canonical value written} */
    String canonicalDigits() {
        return canonicalDigits;
    }

    /** {@return which topic is read now} */
    Generation generation() {
        Generation known = generation;
        Optional<String> topicId = table.topicId();
        int partitionCount = table.partitionCount();
        if (known.partitionCount() == partitionCount && known.topicId().equals(topicId)) {
            return known;
        }
        Generation other = new Generation(topicId, partitionCount);
        generation = other;
        return other;
    }

    Freshness freshness(Parameters parameters) {
        return Freshness.take(parameters, contract.topic(), table::partitionCount);
    }

    /** {@return the values of leading key columns} */
    List<Object> keyValues(List<String> texts) {
        return table.keyValues(texts);
    }
}
