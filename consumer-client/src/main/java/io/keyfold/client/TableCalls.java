package io.keyfold.client;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.Subscription;
import io.keyfold.client.ClientQuery.Lister;
import io.keyfold.client.ClientQuery.Parameter;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalGroup;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Questions for one table as requests, and their replies as answers. Safe for many threads. */
final class TableCalls {

    /** Longer ones are cut off here and there between a client and its service. */
    private static final int LONGEST_TARGET = 4096;

    private final Service service;
    private final ColumnTexts texts;
    private final RowReader rows;
    private final String path;
    private final Map<String, TotalReader> totals = new ConcurrentHashMap<>();

    TableCalls(Service service, TableContract contract) {
        this.service = service;
        this.texts = new ColumnTexts(contract);
        this.rows = new RowReader(texts);
        this.path = KeyfoldClient.TABLES + "/" + contract.name();
    }

    TableContract contract() {
        return texts.contract();
    }

    <T> Answer<T> get(RowKey key, Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        Target target = target(texts.texts(key), reading);
        if (target.length() > LONGEST_TARGET) {
            return getAll(List.of(key), reading, reader).get(0);
        }
        HttpResponse<byte[]> response = service.get(target.toString());
        if (response.statusCode() == Service.OK) {
            return service.read(
                    response,
                    reply -> noted(rows.found(reply, response.headers(), texts.checked(key)), reading)
                            .map(reader));
        }
        Problem problem = Service.problem(response);
        Answer<RowJson> answer = service.reading(problem.status(), () -> RowReader.unanswered(problem))
                .orElseThrow(() -> service.refused(problem));
        return noted(answer, reading).map(reader);
    }

    /** The path, or where clients and proxies would not leave that alone, the query. */
    private Target target(List<String> key, Reading reading) {
        boolean survives = key.stream().noneMatch(text -> text.isEmpty() || text.equals(".") || text.equals(".."));
        if (survives) {
            return reading.ask(new Target(Target.path(path + "/rows", key)));
        }
        Target target = new Target(path + "/rows");
        for (int i = 0; i < key.size(); i++) {
            target.with(contract().keyColumns().get(i), key.get(i));
        }
        return reading.ask(target);
    }

    <T> List<Answer<T>> getAll(List<RowKey> keys, Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        String body = keys.stream().map(texts::keyJson).collect(Collectors.joining(",", "{\"keys\":[", "]}"));
        HttpResponse<byte[]> response = service.answered(
                service.post(reading.ask(new Target(path + "/rows:batchGet")).toString(), body));
        return service.read(response, reply -> {
            List<JsonSlice> results = reply.require("results").items();
            if (results.size() != keys.size()) {
                throw new IllegalArgumentException(results.size() + " results (expected: " + keys.size() + ")");
            }
            List<Answer<T>> answers = new ArrayList<>(results.size());
            for (int i = 0; i < results.size(); i++) {
                Answer<RowJson> answer = rows.result(results.get(i), texts.checked(keys.get(i)));
                answers.add(noted(answer, reading).map(reader));
            }
            return answers;
        });
    }

    private static <T> Answer<T> noted(Answer<T> answer, Reading reading) {
        if (answer instanceof Answer.Found<T> found) {
            reading.note(List.of(found.asOf()));
            reading.note(found.row().position());
        } else if (answer instanceof Answer.Absent<T> absent) {
            reading.note(List.of(absent.asOf()));
        }
        return answer;
    }

    <T> ClientQuery<Row<T>> rows(Scan scan, Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        List<String> columns = contract().keyColumns();
        int count = scan.prefix().size();
        if (count >= columns.size()) {
            throw new IllegalArgumentException("prefix: " + count
                    + " values (expected: fewer than the columns of the key, " + columns + "; get asks for one row)");
        }
        if (scan.from().size() > 1 || scan.to().size() > 1) {
            throw new IllegalArgumentException("from, to: several values (expected: one each, over HTTP)");
        }
        if (scan.after().isPresent()) {
            throw new IllegalArgumentException("after: a key (expected: none; over HTTP a token stands for it)");
        }
        ClientQuery<Row<T>> query = ClientQuery.of(
                lister("/rows", texts::keyText, reading, reply -> rows.rows(reply, noting(reading, reader))));
        for (int i = 0; i < count; i++) {
            query = query.equal(columns.get(i), scan.prefix().get(i));
        }
        if (!scan.from().isEmpty()) {
            query = query.from(columns.get(count), scan.from().get(0));
        }
        if (!scan.to().isEmpty()) {
            query = query.to(columns.get(count), scan.to().get(0));
        }
        query = scan.direction() == Scan.all().direction() ? query : query.reverse();
        return query.limit(scan.limit());
    }

    <T> ClientQuery<Row<T>> index(String name, Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        String rest = Target.path("/indexes", List.of(name)) + "/rows";
        return ClientQuery.of(lister(rest, texts::text, reading, reply -> rows.rows(reply, noting(reading, reader))));
    }

    private static <T> Function<Row<RowJson>, Row<T>> noting(Reading reading, Function<Row<RowJson>, Row<T>> reader) {
        return row -> {
            reading.note(row.position());
            return reader.apply(row);
        };
    }

    ClientQuery<TotalGroup> totals(String name, Reading reading) {
        return ClientQuery.of(lister(
                Target.path("/totals", List.of(name)),
                (grouping, value) -> TotalReader.text(texts, grouping, value),
                reading,
                reply -> {
                    TotalReader total = total(name);
                    return RowReader.page(reply, "groups", total::group);
                }));
    }

    private TotalReader total(String name) {
        TotalReader known = totals.get(name);
        if (known != null) {
            return known;
        }
        TotalReader declared = service.read(
                service.list(path),
                table -> TotalReader.declared(texts, table, name)
                        .orElseThrow(() -> new IllegalArgumentException("the table tells of no such total")));
        totals.put(name, declared);
        return declared;
    }

    <T> Subscription changes(
            ChangeCursor cursor, Function<Row<RowJson>, Row<T>> reader, Consumer<? super ChangeEvent<T>> listener) {
        return ChangeStream.open(
                service, path + "/changes", new EventReader<>(texts, reader), cursor, listener, ChangeStream.SILENCE);
    }

    String statusJson() {
        return service.read(service.list(path), JsonSlice::text);
    }

    private <E> Lister<E> lister(
            String rest,
            BiFunction<String, Object, String> text,
            Reading reading,
            Function<JsonSlice, ClientPage<E>> reader) {
        return new Lister<>() {
            @Override
            public String text(String column, Object value) {
                return text.apply(column, value);
            }

            @Override
            public ClientPage<E> page(List<Parameter> parameters) {
                Target target = new Target(path + rest);
                parameters.forEach(parameter -> target.with(parameter.name(), parameter.value()));
                ClientPage<E> page =
                        service.read(service.list(reading.ask(target).toString()), reader);
                reading.note(page.asOf());
                return page;
            }
        };
    }

    /** {@return whom it asks for what} */
    @Override
    public String toString() {
        return contract().name() + " of " + service;
    }
}
