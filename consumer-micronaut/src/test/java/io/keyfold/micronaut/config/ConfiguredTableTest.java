package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.keyfold.schemas.ContractException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConfiguredTableTest {

    private static ConfiguredTable only(Map<String, ?> raw) {
        List<ConfiguredTable> tables = ConfiguredTable.allIn(raw, "svc");
        assertThat(tables).hasSize(1);
        return tables.get(0);
    }

    @Test
    void allIn_bareName_isThePublishedContract() {
        ConfiguredTable table = only(Map.of("dwd_order_item", Map.of()));

        assertThat(table.contract().name()).isEqualTo("dwd_order_item");
        assertThat(table.contract().topic()).isEqualTo("dwd_order_item");
        assertThat(table.deadLetterTopic()).isEmpty();
    }

    @Test
    void allIn_settings_areThoseOfTheTable() {
        ConfiguredTable table = only(Map.of(
                "orders.contract", "dwd_order_item", "orders.topic", "t.v2", "orders.dead-letter-topic", "t.v2.dead"));

        assertThat(table.contract().name()).isEqualTo("dwd_order_item");
        assertThat(table.contract().topic()).isEqualTo("t.v2");
        assertThat(table.deadLetterTopic()).contains("t.v2.dead");
    }

    @Test
    void allIn_unknownSetting_isNamed() {
        assertThatThrownBy(() -> ConfiguredTable.allIn(Map.of("dwd_order_item.topik", "t"), "svc"))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.tables.dwd_order_item.topik: unknown (expected: one of"
                        + " [contract, topic, dead-letter-topic])");
    }

    @Test
    void allIn_contractThatIsNotPublished_isNamed() {
        assertThatThrownBy(() -> ConfiguredTable.allIn(Map.of("nope", Map.of()), "svc"))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("Cannot accept contract nope: no contract of that name is published");
    }
}
