package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerSettings;
import io.keyfold.schemas.TableContracts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is said of rows whose home is another partition, by who has read the partition, and by nobody. */
class TablePeersTest {

    private static final PeerAddress OWN = new PeerAddress("here", 8080);
    private static final PeerAddress PEER = new PeerAddress("there", 8080);
    private static final PeerQuestion NOTHING = new PeerQuestion("dwd_order_item", 0, OptionalLong.empty(), List.of());

    private Optional<Map<Integer, Boolean>> told = Optional.empty();
    private int asked;
    private Optional<PeerAddress> owner = Optional.of(PEER);

    /** Knows nothing at first: what was told a moment ago is not asked again. */
    private TablePeers peers(ForeignKnowledge known) {
        PeerCalls calls =
                new PeerCalls(PeerSettings.of(OWN, (address, question, timeout) -> reply()), new AtomicLong()::get);
        return new TablePeers(
                TableContracts.named("dwd_order_item"),
                calls,
                partition -> new PartitionOwners(false, owner, List.of()),
                known);
    }

    private CompletableFuture<byte[]> reply() {
        asked++;
        return told.map(foreign -> CompletableFuture.completedFuture(
                        new PeerReply(Optional.empty(), foreign, List.of()).toBytes(NOTHING)))
                .orElseGet(() -> CompletableFuture.failedFuture(new IllegalStateException("refused the connection")));
    }

    private boolean mayHave(ForeignKnowledge known) {
        return peers(known).mayHaveForeignRows(3);
    }

    @Test
    void mayHaveForeignRows_ofOneThatNobodyToldOf_isTrue() {
        assertThat(mayHave(new ForeignKnowledge())).as("its owner is silent").isTrue();

        told = Optional.of(Map.of(2, false));
        assertThat(mayHave(new ForeignKnowledge()))
                .as("its owner has not read it yet")
                .isTrue();

        owner = Optional.empty();
        assertThat(mayHave(new ForeignKnowledge())).as("nobody has it").isTrue();
    }

    /** A key that is absent asks for each partition, and would wait for a silent owner as often. */
    @Test
    void mayHaveForeignRows_ofSilentOwner_isAskedOnce() {
        TablePeers peers = peers(new ForeignKnowledge());

        for (int partition = 0; partition < 6; partition++) {
            assertThat(peers.mayHaveForeignRows(partition)).isTrue();
        }

        assertThat(asked).isEqualTo(1);
    }

    @Test
    void mayHaveForeignRows_asItsOwnerTells_isRemembered() {
        ForeignKnowledge known = new ForeignKnowledge();

        told = Optional.of(Map.of(3, false));
        assertThat(mayHave(known)).isFalse();

        told = Optional.empty();
        assertThat(mayHave(known)).as("its owner is silent now").isFalse();

        told = Optional.of(Map.of(3, true));
        assertThat(mayHave(known)).isTrue();

        owner = Optional.empty();
        assertThat(mayHave(known)).as("it is on its way").isTrue();
    }
}
