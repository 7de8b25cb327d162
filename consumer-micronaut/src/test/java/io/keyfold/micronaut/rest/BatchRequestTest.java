package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.limit.Limits;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchRequestTest {

    private static final String KEY = "{\"item_id\":\"I02\",\"order_id\":\"A/1\"}";

    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));
    private final ServedTable table = new ServedTable(driver.table(), Limits.DEFAULTS);

    @AfterEach
    void close() {
        driver.close();
    }

    private List<RowKey> read(String body) {
        return BatchRequest.read(table, body);
    }

    private static String keys(int count) {
        return "{\"keys\":[" + String.join(",", Collections.nCopies(count, KEY)) + "]}";
    }

    @Test
    void read_keysInAnyColumnOrder_areInTheContracts() {
        assertThat(read(keys(1))).containsExactly(RowKey.of("A/1", "I02"));
        assertThat(read(keys(1_000))).hasSize(1_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | body: no object",
                "[] | body: no object",
                "{} | body: no keys",
                "{\"key\":[]} | body: another member than keys",
                "{\"keys\":{}} | body: keys: no array",
                "{\"keys\":[]} | body: keys: none",
                "{\"keys\":[1]} | body: keys[0]: no object",
                "{\"keys\":[ | body: not valid JSON"
            })
    void read_anotherForm_isABadBody(String body, String detail) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.BAD_BODY))
                .hasMessage(detail + " (expected: {\"keys\":[…]})");
    }

    @Test
    void read_moreThanAThousand_isABadBody() {
        assertThatThrownBy(() -> read(keys(1_001)))
                .isInstanceOf(ProblemException.class)
                .hasMessage("body: keys: more than 1000 (expected: 1 .. 1000)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"order_id\":\"A\"} | keys[0].item_id: missing (expected: all of [order_id, item_id])",
                "{\"order_id\":null} | keys[0].order_id: null (expected: a value)",
                "{\"user_id\":\"U\"} | keys[0].user_id: no key column (expected: [order_id, item_id])"
            })
    void read_keyThatDoesNotFit_isNamed(String key, String detail) {
        assertThatThrownBy(() -> read("{\"keys\":[" + key + "]}"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.BAD_KEY))
                .hasMessage(detail);
    }
}
