package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.benchmarks.RestApi.Question;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/** The keys by the instance that has them, and the files from which load is drawn. */
final class RestKeys {

    /** A page that begins behind these finds fewer rows than it may have. */
    private static final double PAGES_BEGIN_BEFORE = 0.8;

    private final Traffic traffic;
    private final int[] here;
    private final int[] elsewhere;

    /** By the instances that have the partitions, of which one is measured. */
    RestKeys(Traffic traffic, Map<Integer, HttpText> owners, HttpText measured) {
        this.traffic = traffic;
        this.here = keys(key -> owners.get(partition(traffic, key)) == measured);
        this.elsewhere = keys(key -> owners.get(partition(traffic, key)) != measured);
    }

    private int[] keys(IntPredicate isAmong) {
        return IntStream.range(0, traffic.keys()).filter(isAmong).toArray();
    }

    /** {@return the partition that Flink writes a key to} */
    static int partition(Traffic traffic, int key) {
        return Utils.toPositive(Utils.murmur2(traffic.keyBytes(key))) % Lab.PARTITIONS;
    }

    /** {@return the keys that a question is asked with} */
    int[] of(Question question) {
        return switch (question) {
            case HELLO -> Arrays.copyOf(here, 1);
            case GET, BATCH -> here;
            case FORWARD -> elsewhere;
            case PAGE -> Arrays.copyOf(here, (int) (here.length * PAGES_BEGIN_BEFORE));
        };
    }

    /** {@return the keys of the page that begins with the order of a key} */
    List<Integer> page(int key) {
        return IntStream.range(key - key % Traffic.ITEMS_AN_ORDER, traffic.keys())
                .limit(RestApi.ROWS)
                .boxed()
                .toList();
    }

    /** {@return new files with a line for each of them} */
    Map<Question, Path> write(Path directory) {
        Map<Question, Path> files = new EnumMap<>(Question.class);
        List.of(Question.values()).forEach(question -> files.put(question, write(question, directory)));
        return files;
    }

    private Path write(Question question, Path directory) {
        Path file = directory.resolve(question.label() + ".txt");
        try (BufferedWriter lines = Files.newBufferedWriter(file, UTF_8)) {
            for (int key : of(question)) {
                lines.write(RestApi.thing(question, traffic, key));
                lines.newLine();
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
