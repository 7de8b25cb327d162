package io.keyfold;

import static io.keyfold.config.Grouping.column;
import static io.keyfold.config.Grouping.day;
import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Grouping.minute;
import static io.keyfold.config.Measure.count;
import static io.keyfold.config.Measure.max;
import static io.keyfold.config.Measure.min;
import static io.keyfold.config.Measure.sum;
import static io.keyfold.config.Measure.top;

import io.keyfold.config.TableSettings;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexPosition;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.row.RowJson;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Indexes and totals over order items: how each is declared, what a table says of it, and what its rows come to. */
@SuppressWarnings("ImmutableEnumChecker") // functions, which have no state
public enum OrderProjection {
    BY_USER("by_user", table -> table.index("by_user", "user_id"), Recount.index(OrderItem::userId)),
    /** Under the same name. */
    BY_USER_OTHERWISE(
            "by_user",
            table -> table.index("by_user", "sku_id", "user_id"),
            Recount.index(OrderItem::skuId, OrderItem::userId)),
    BY_STATUS_AND_TIME(
            "by_status_and_time",
            table -> table.index("by_status_and_time", "order_status", "update_time"),
            Recount.index(OrderItem::orderStatus, OrderItem::updateTime)),
    BY_AMOUNT("by_amount", table -> table.index("by_amount", "amount"), Recount.index(OrderItem::amount)),
    ROWS("rows", table -> table.total("rows", count()), Recount.total(OrderProjection::counted, List.of())),
    AMOUNT_BY_STATUS(
            "amount_by_status",
            table -> table.total("amount_by_status", sum("amount"), groupBy("order_status")),
            Recount.total(summed(OrderItem::amount), List.of(OrderItem::orderStatus))),
    LEAST_BY_USER(
            "least_by_user",
            table -> table.total("least_by_user", min("amount"), groupBy("user_id")),
            Recount.total(
                    Recount.best(OrderItem::amount, Comparator.<BigDecimal>naturalOrder()),
                    List.of(OrderItem::userId))),
    GREATEST_BY_USER(
            "greatest_by_user",
            table -> table.total("greatest_by_user", max("amount"), groupBy("user_id")),
            Recount.total(
                    Recount.best(OrderItem::amount, Comparator.<BigDecimal>reverseOrder()),
                    List.of(OrderItem::userId))),
    TOP_BY_STATUS(
            "top_by_status",
            table -> table.total("top_by_status", top(3, "quantity"), groupBy("order_status")),
            Recount.total(Recount.top(3, OrderItem::quantity), List.of(OrderItem::orderStatus))),
    BY_MINUTE(
            "by_minute",
            table -> table.total("by_minute", sum("quantity"), groupBy(minute("update_time"))),
            Recount.total(summed(OrderProjection::quantity), List.of(OrderProjection::minuteOf))),
    BY_DAY_AND_USER(
            "by_day_and_user",
            table -> table.total("by_day_and_user", count(), groupBy(day("update_time"), column("user_id"))),
            Recount.total(OrderProjection::counted, List.of(OrderProjection::dayOf, OrderItem::userId)));

    private static final int INDEX_PAGE = 997;
    private static final int TOTAL_PAGE = 7;

    private final String declaredName;
    private final UnaryOperator<TableSettings> declaration;
    private final Recount recount;

    OrderProjection(String declaredName, UnaryOperator<TableSettings> declaration, Recount recount) {
        this.declaredName = declaredName;
        this.declaration = declaration;
        this.recount = recount;
    }

    /** By which it is asked. */
    public String declaredName() {
        return declaredName;
    }

    /** As the product calls it. */
    String label() {
        return (isIndex() ? "index " : "total ") + declaredName;
    }

    private boolean isIndex() {
        return this == BY_USER || this == BY_USER_OTHERWISE || this == BY_STATUS_AND_TIME || this == BY_AMOUNT;
    }

    /** Each name once: without the other index by user. */
    static List<OrderProjection> all() {
        List<OrderProjection> all = new ArrayList<>(List.of(values()));
        all.remove(BY_USER_OTHERWISE);
        return all;
    }

    /** The table with these declared. */
    public static TableSettings declare(TableSettings table, Collection<OrderProjection> some) {
        TableSettings declared = table;
        for (OrderProjection projection : some) {
            declared = projection.declaration.apply(declared);
        }
        return declared;
    }

    /** What it must be with these rows. */
    public List<String> expected(Collection<OrderItem> rows) {
        return recount.lines(rows);
    }

    /** What a table says, page by page; empty where a page lacks something. */
    public Optional<List<String>> actual(UpsertTable<RowJson> table) {
        return actual(table, Set.of());
    }

    /** As {@link #actual(UpsertTable)}, of an instance that does not have these partitions; empty where more is lacking. */
    Optional<List<String>> actual(UpsertTable<RowJson> table, Set<Integer> elsewhere) {
        return isIndex() ? indexed(table.as(OrderItem.class), elsewhere) : totalled(table, elsewhere);
    }

    private Optional<List<String>> indexed(UpsertTable<OrderItem> table, Set<Integer> elsewhere) {
        List<String> lines = new ArrayList<>();
        Optional<IndexPosition> after = Optional.empty();
        do {
            IndexScan scan = IndexScan.of(declaredName).limit(INDEX_PAGE);
            IndexPage<OrderItem> page = table.scan(after.map(scan::after).orElse(scan));
            if (!partitions(page.missing()).equals(elsewhere)) {
                return Optional.empty();
            }
            page.rows().forEach(row -> lines.add(row.value().toString()));
            after = page.next();
        } while (after.isPresent());
        return Optional.of(lines);
    }

    private Optional<List<String>> totalled(UpsertTable<RowJson> table, Set<Integer> elsewhere) {
        List<String> lines = new ArrayList<>();
        Optional<List<@Nullable Object>> after = Optional.empty();
        do {
            TotalScan scan = TotalScan.of(declaredName).limit(TOTAL_PAGE);
            TotalPage page = table.totals(after.map(scan::after).orElse(scan));
            if (!partitions(page.missing()).equals(elsewhere)) {
                return Optional.empty();
            }
            page.groups().forEach(group -> lines.add(line(group)));
            after = page.next();
        } while (after.isPresent());
        return Optional.of(lines);
    }

    private static Set<Integer> partitions(List<MissingPartition> missing) {
        return missing.stream().map(MissingPartition::partition).collect(Collectors.toSet());
    }

    private String line(TotalGroup group) {
        String value = this == TOP_BY_STATUS
                ? group.top().stream()
                        .map(row -> row.value() + " of " + row.key().values())
                        .toList()
                        .toString()
                : Recount.text(group.value());
        return Recount.line(group.group(), group.rows(), value);
    }

    private static String counted(List<OrderItem> rows) {
        return Integer.toString(rows.size());
    }

    private static Function<List<OrderItem>, String> summed(Function<OrderItem, @Nullable BigDecimal> column) {
        return rows ->
                Recount.text(rows.stream().map(column).filter(Objects::nonNull).reduce(BigDecimal::add));
    }

    private static @Nullable BigDecimal quantity(OrderItem row) {
        return row.quantity() == null ? null : BigDecimal.valueOf(row.quantity());
    }

    private static @Nullable LocalDateTime minuteOf(OrderItem row) {
        return row.updateTime() == null ? null : row.updateTime().truncatedTo(ChronoUnit.MINUTES);
    }

    private static @Nullable LocalDate dayOf(OrderItem row) {
        return row.updateTime() == null ? null : row.updateTime().toLocalDate();
    }
}
