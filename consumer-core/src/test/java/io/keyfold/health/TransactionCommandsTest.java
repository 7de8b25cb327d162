package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionCommandsTest {

    private final TransactionCommands subject =
            new TransactionCommands(Optional.of("broker-a:9092,broker-b:9092"), "dwd_order_item");

    @Test
    void describeProducers_namesThePartition() {
        assertThat(subject.describeProducers(1))
                .isEqualTo("kafka-transactions.sh --bootstrap-server broker-a:9092,broker-b:9092 describe-producers"
                        + " --topic dwd_order_item --partition 1");
    }

    @Test
    void findHanging_namesThePartition() {
        assertThat(subject.findHanging(1)).endsWith(" find-hanging --topic dwd_order_item --partition 1");
    }

    @Test
    void describe_namesTheTransaction() {
        assertThat(subject.describe("dwd-0-2")).endsWith(" describe --transactional-id dwd-0-2");
    }

    @Test
    void describe_idThatBeginsWithADash_isNoOption() {
        assertThat(subject.describe("-x-0-2")).endsWith(" describe --transactional-id=-x-0-2");
    }

    @Test
    void abort_namesTheStartOffset() {
        OpenTransaction transaction = new OpenTransaction(
                4001,
                3,
                17,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                TransactionVerdict.HANGING,
                "it is");

        assertThat(subject.abort(1, transaction))
                .endsWith(" abort --topic dwd_order_item --partition 1 --start-offset 17");
    }

    @Test
    void describeProducers_addressNotKnown_leavesAPlaceForIt() {
        assertThat(new TransactionCommands(Optional.empty(), "t").describeProducers(0))
                .startsWith("kafka-transactions.sh --bootstrap-server BOOTSTRAP_SERVERS ");
    }

    /** An id is what a producer likes to call itself; it must not run when it is pasted. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "dwd-0-2,dwd-0-2",
                "a b,'a b'",
                "$(reboot),'$(reboot)'",
                "it's,'it'\\''s'",
                "`x`;y,'`x`;y'",
                "订单-0-1,'订单-0-1'"
            })
    void quoted_oddCharacters_areOneWord(String word, String quoted) {
        assertThat(TransactionCommands.quoted(word)).isEqualTo(quoted);
    }

    @Test
    void quoted_charactersThatDoNotShow_areEscaped() {
        assertThat(TransactionCommands.quoted("a\n\\'\u001b[2J")).isEqualTo("$'a\\u000a\\\\\\'\\u001b[2J'");
    }

    @Test
    void quoted_nothing_isOneWord() {
        assertThat(TransactionCommands.quoted("")).isEqualTo("''");
    }
}
