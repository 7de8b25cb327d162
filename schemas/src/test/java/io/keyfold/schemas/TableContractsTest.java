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
