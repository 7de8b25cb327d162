package io.keyfold.store;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Which instances have a table's partitions, asked of the group's metadata a few times a second at the most. Any thread. */
final class PeerOwners {

    private static final long KNOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CopiesHere here;
    private final Supplier<OwnersView> asked;
    private volatile Known known = new Known(OwnersView.UNKNOWN, System.nanoTime() - KNOWN_NANOS);

    private record Known(OwnersView view, long atNanos) {}

    PeerOwners(CopiesHere here, Supplier<OwnersView> asked) {
        this.here = here;
        this.asked = asked;
    }

    OwnersView view() {
        Known last = known;
        if (System.nanoTime() - last.atNanos() < KNOWN_NANOS) {
            return last.view();
        }
        OwnersView view = asked.get();
        known = new Known(view, System.nanoTime());
        return view;
    }

    PartitionOwners of(int partition) {
        return view().of(partition, here.reads(partition));
    }
}
