package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.KeyCodec;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Recorded keys and values, damaged: none makes a codec throw or a tombstone, and what is good is the same from each of its
 * forms. {@code -Psoak} takes ten million, else 300,000. A run's seed is printed; {@code -Dseed=…} gives its bytes again.
 */
class CodecFuzzIT {

    private static final int SLICE = 300_000;
    private static final int ALL = 10_000_000;
    private static final long SEED =
            Long.getLong("seed", ThreadLocalRandom.current().nextLong());

    /** Types that were not recorded: bounded bytes, parts that are NOT NULL, nested ones beside others in one key. */
    private static final TableContract HANDMADE = RecordedTables.table(
            "id VARBINARY(4), m MAP<VARCHAR(3), DECIMAL(10, 2) NOT NULL>, r ROW<x BINARY(2) NOT NULL, y ARRAY<ROW<z STRING>>>, "
                    + "s STRING, a ARRAY<INT NOT NULL>, w MAP<STRING, ROW<at TIMESTAMP(3) NOT NULL, f FLOAT>>",
            "id",
            "m",
            "r",
            "s");

    private static final String HANDMADE_KEY =
            "{\"id\":\"AAH/\",\"m\":{\"a\":1.5,\"\":0},\"r\":{\"x\":\"AAA=\",\"y\":[{\"z\":\"q\"},null]},\"s\":\"A1\"}";
    private static final String HANDMADE_VALUE = "{\"id\":\"AAH/\",\"m\":{\"\":0,\"a\":1.50},\"r\":{\"x\":\"AAA=\","
            + "\"y\":[{\"z\":\"q\"},null]},\"s\":\"A1\",\"a\":[1,2,3],\"w\":{\"k\":{\"at\":\"2024-01-15 10:40:00\",\"f\":0.1}}}";

    /** A record, as it was. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Original(FuzzedTable table, byte[] key, byte[] value) {}

    private static List<Original> originals() {
        List<Original> originals = new ArrayList<>();
        for (String name : Recording.names()) {
            Recording recording = Recording.named(name);
            for (String topic : recording.topics()) {
                addAll(originals, recording, topic);
            }
        }
        byte[] key = HANDMADE_KEY.getBytes(UTF_8);
        for (FuzzedTable table : tables(HANDMADE, key)) {
            for (int i = 0; i < 20; i++) {
                originals.add(new Original(table, key, HANDMADE_VALUE.getBytes(UTF_8)));
            }
        }
        return originals;
    }

    /** At most twenty of a topic, that the large ones leave room for the types. */
    private static void addAll(List<Original> originals, Recording recording, String topic) {
        TableContract contract = RecordedTables.contract(topic);
        List<RecordedRecord> records = recording.records(topic).stream()
                .filter(record -> record.value().isPresent() && isGood(contract, record))
                .limit(20)
                .toList();
        if (records.isEmpty()) {
            return;
        }
        List<FuzzedTable> tables = tables(contract, records.get(0).key().orElseThrow());
        for (RecordedRecord record : records) {
            for (FuzzedTable table : tables) {
                originals.add(new Original(
                        table, record.key().orElseThrow(), record.value().orElseThrow()));
            }
        }
    }

    private static boolean isGood(TableContract contract, RecordedRecord record) {
        return KeyCodec.of(contract).decode(record.key().orElse(null)) instanceof DecodedKey.Good;
    }

    /** As the contract is, and with all that can be turned on. */
    private static List<FuzzedTable> tables(TableContract contract, byte[] key) {
        Optional<ZoneId> zone = Optional.of(ZoneId.of("America/New_York"));
        Set<String> decimals = contract.columns().stream()
                .filter(column -> column.type().name() == SqlType.Name.DECIMAL)
                .map(Column::name)
                .collect(Collectors.toSet());
        return List.of(
                new FuzzedTable(contract, key),
                new FuzzedTable(contract.withLenient(new LenientOptions(true, Set.of(), zone)), key),
                new FuzzedTable(contract.withLenient(new LenientOptions(true, decimals, zone)), key));
    }

    private static void fuzz(int mutations) {
        System.out.println("CodecFuzzIT seed " + SEED);
        List<Original> originals = originals();
        Random random = new Random(SEED);
        RecordMutator mutator = new RecordMutator(random);
        int goodKeys = 0;
        int goodValues = 0;
        for (int round = 0; round < mutations; round++) {
            Original one = originals.get(random.nextInt(originals.size()));
            Original other = originals.get(random.nextInt(originals.size()));
            byte[] key = mutator.mutate(one.key(), other.key());
            byte[] value = mutator.mutate(one.value(), other.value());
            try {
                goodKeys += one.table().isGoodKey(key) ? 1 : 0;
                one.table().isGoodKey(one.key());
                goodValues += one.table().isGoodValue(value) ? 1 : 0;
            } catch (Throwable e) {
                throw new AssertionError(
                        "seed " + SEED + ", round " + round + ": " + new String(key, UTF_8) + " | "
                                + new String(value, UTF_8),
                        e);
            }
        }
        System.out.println(
                "CodecFuzzIT: of " + mutations + " " + goodKeys + " good keys, " + goodValues + " good values");
        assertThat(goodKeys).as("good keys, seed %s", SEED).isBetween(mutations / 100, mutations / 2);
        assertThat(goodValues).as("good values, seed %s", SEED).isBetween(mutations / 100, mutations / 2);
    }

    @Test
    void anyBytes_someOfThem_areReadTheSameOrRefused() {
        fuzz(SLICE);
    }

    @Test
    @Tag("soak")
    void anyBytes_manyOfThem_areReadTheSameOrRefused() {
        fuzz(ALL);
    }
}
