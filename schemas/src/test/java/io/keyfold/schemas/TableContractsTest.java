package io.keyfold.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TableContractsTest {

    @Test
    void named_orderItem_hasTheArticlesColumnsAndKey() {
        TableContract contract = TableContracts.named("dwd_order_item");

        assertThat(contract.keyColumns()).containsExactly("order_id", "item_id");
        assertThat(contract.columns())
                .extracting(Column::toString)
                .containsExactly(
                        "order_id STRING NOT NULL",
                        "item_id STRING NOT NULL",
                        "user_id STRING",
                        "sku_id STRING",
                        "quantity INT",
                        "amount DECIMAL(18, 2)",
                        "order_status STRING",
                        "update_time TIMESTAMP(3)");
    }

    @Test
    void named_riskAlert_hasAKeyOfUserAndRule() {
        TableContract contract = TableContracts.named("risk_alert");

        assertThat(contract.keyColumns()).containsExactly("user_id", "rule_id");
        assertThat(contract.columns().stream().filter(Column::personal))
                .extracting(Column::name)
                .containsExactly("user_id");
        assertThat(contract.columns())
                .extracting(Column::toString)
                .containsExactly(
                        "user_id STRING NOT NULL",
                        "rule_id STRING NOT NULL",
                        "severity STRING NOT NULL",
                        "why STRING NOT NULL",
                        "breach_value DECIMAL(38, 4) NOT NULL",
                        "limit_value DECIMAL(38, 4) NOT NULL",
                        "order_items ARRAY<ROW<order_id STRING NOT NULL, item_id STRING NOT NULL> NOT NULL> NOT NULL",
                        "item_count BIGINT NOT NULL",
                        "opened_at TIMESTAMP_LTZ(3) NOT NULL",
                        "updated_at TIMESTAMP_LTZ(3) NOT NULL",
                        "stale BOOLEAN NOT NULL",
                        "as_of ARRAY<ROW<partition INT NOT NULL, position BIGINT NOT NULL> NOT NULL> NOT NULL");
    }

    @Test
    void named_unknown_saysWhereItLooked() {
        assertThatThrownBy(() -> TableContracts.named("no_such"))
                .isInstanceOf(ContractException.class)
                .hasMessage("Cannot accept contract no_such: no contract of that name is published (looked for "
                        + "/io/keyfold/schemas/no_such.yaml on the class path)");
    }

    @Test
    void file_missing_namesTheFile() {
        assertThatThrownBy(() -> TableContracts.file(Path.of("no/such.yaml")))
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("Cannot accept contract no/such.yaml: the file cannot be read: ");
    }
}
