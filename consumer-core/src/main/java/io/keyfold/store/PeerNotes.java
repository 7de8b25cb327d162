package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import io.keyfold.store.TopicNote.Weight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is wrong with how the instances of a consumer find each other, as far as one table shows it. */
final class PeerNotes {

    private static final String NO_OWN_ADDRESS =
            " are read by other instances, which this one cannot ask: it has no address that they could answer to";
    private static final String NOWHERE =
            " are read by other instances, which this one cannot ask: the group knows no address of theirs, or one that"
                    + " another has too";
    private static final long LASTING_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long SILENT_NANOS = Duration.ofSeconds(10).toNanos();

    private final PeerCalls calls;
    private final PeerOwners owners;
    private final Supplier<Optional<String>> ownAddress;
    private @Nullable Long sharedSinceNanos;
    private @Nullable Long aloneSinceNanos;

    /**
     * Notes about a table.
     *
     * @param calls the consumer's
     * @param owners the table's
     * @param ownAddress what is wrong with this instance's own address; empty while nothing is known
     */
    PeerNotes(PeerCalls calls, PeerOwners owners, Supplier<Optional<String>> ownAddress) {
        this.calls = calls;
        this.owners = owners;
        this.ownAddress = ownAddress;
    }

    List<TopicNote> of(CopiesHere here) {
        List<TopicNote> notes = new ArrayList<>();
        String table = here.task().contract().name();
        alone(here)
                .ifPresent(partitions -> notes.add(new TopicNote(
                        "peers-missing",
                        Weight.ERROR,
                        table,
                        "partitions " + partitions + (calls.canAsk() ? NOWHERE : NO_OWN_ADDRESS),
                        "set keyfold.peers.address, keyfold.peers.allowed and keyfold.secret (in Java, peers) on all"
                                + " instances, and another address on each")));
        ownAddress
                .get()
                .ifPresent(
                        why -> notes.add(
                                new TopicNote(
                                        "address-wrong",
                                        Weight.ERROR,
                                        table,
                                        why,
                                        "set keyfold.peers.address to where the others reach this instance: its own host name and HTTP port")));
        shared(here)
                .ifPresent(partitions -> notes.add(new TopicNote(
                        "address-shared",
                        Weight.ERROR,
                        table,
                        "the group says that " + calls.own().orElseThrow() + " has partitions " + partitions
                                + ", and this instance, whose address that is, has not: another one uses the same address",
                        "give each instance an address of its own in keyfold.peers.address")));
        silent().forEach(
                        peer -> notes.add(
                                new TopicNote(
                                        "peer-silent",
                                        Weight.WARNING,
                                        table,
                                        peer,
                                        "see whether that instance runs, and whether its address can be reached from here; rows that it has are"
                                                + " answered with 503 meanwhile, unless the caller allows a staleness and another has a standby")));
        return notes;
    }

    /** Of instances with one address the group knows what one of them has, of those without nothing. */
    private synchronized Optional<List<Integer>> alone(CopiesHere here) {
        List<Integer> elsewhere = calls.isExpected() ? here.elsewhere() : List.of();
        if (calls.canAsk()) {
            Set<Integer> known = owners.view().active().keySet();
            elsewhere = elsewhere.stream()
                    .filter(partition -> !known.contains(partition))
                    .toList();
        }
        aloneSinceNanos = since(aloneSinceNanos, !elsewhere.isEmpty());
        return lasts(aloneSinceNanos) ? Optional.of(elsewhere) : Optional.empty();
    }

    private synchronized Optional<List<Integer>> shared(CopiesHere here) {
        Optional<PeerAddress> own = calls.own();
        OwnersView view = owners.view();
        List<Integer> others = here.elsewhere().stream()
                .filter(partition -> own.filter(
                                address -> address.equals(view.active().get(partition)))
                        .isPresent())
                .toList();
        sharedSinceNanos = since(sharedSinceNanos, !others.isEmpty());
        return lasts(sharedSinceNanos) ? Optional.of(others) : Optional.empty();
    }

    private static @Nullable Long since(@Nullable Long before, boolean is) {
        return is ? (before == null ? Long.valueOf(System.nanoTime()) : before) : null;
    }

    /** While partitions move, what the group says and what is here differ for a moment. */
    private static boolean lasts(@Nullable Long sinceNanos) {
        return sinceNanos != null && System.nanoTime() - sinceNanos >= LASTING_NANOS;
    }

    /** Those that have partitions of this table, and have not answered for a while. */
    private List<String> silent() {
        return owners.view().addresses().stream()
                .filter(address -> !calls.own().filter(address::equals).isPresent())
                .map(address -> Optional.ofNullable(calls.silences().get(address)))
                .flatMap(Optional::stream)
                .filter(silence -> silence.lastNanos() - silence.sinceNanos() >= SILENT_NANOS)
                .map(PeerCalls.Silence::why)
                .sorted()
                .toList();
    }
}
