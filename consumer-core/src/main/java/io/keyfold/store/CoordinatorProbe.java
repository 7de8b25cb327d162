package io.keyfold.store;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Transactional ids that nobody has, one or more for every coordinator there is. An id belongs to the coordinator of partition
 * {@code |hash| mod n} of the transaction log, so ids whose hashes follow one another meet all of them if there are {@code n} or
 * more. A broker that says "not found" of each has shown two things: every coordinator answers, and this principal may describe
 * ids that it does not know.
 */
final class CoordinatorProbe {

    /** Of Kafka's 50 and more: what can be asked in one small request. */
    static final int COORDINATORS = 124;

    /** A hash weighs each character 31 times the next: 31 characters in a row count like digits. */
    private static final int BASE = 31;

    private static final char FIRST = '0';

    private CoordinatorProbe() {}

    /** {@return ids whose hashes follow one another} */
    static List<String> ids() {
        String prefix = "keyfold-probe-" + UUID.randomUUID() + "-";
        List<String> ids = new ArrayList<>(COORDINATORS);
        for (int i = 0; i < COORDINATORS; i++) {
            ids.add(prefix + (char) (FIRST + i / BASE) + (char) (FIRST + i % BASE));
        }
        return ids;
    }
}
