package io.keyfold.crash;

import io.keyfold.OrderProjection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * How one child is started, and how it ends.
 *
 * @param moment when it ends
 * @param records how many records are written before, from its start or once it is ready; of a window, how often the
 *     window opens; while something is built, how many rows are in it
 * @param streamThreads its threads
 * @param storeMiB its stores' memory
 * @param subscribesFirst whether it subscribes before it starts
 * @param declared the indexes and totals that it has beside the items
 */
record Kill(
        Moment moment,
        int records,
        int streamThreads,
        int storeMiB,
        boolean subscribesFirst,
        List<OrderProjection> declared) {

    private static final int MOST_RECORDS = 400;
    private static final int MOST_WHILE_STARTING = 4_000;
    private static final int MOST_WINDOWS = 6;
    private static final int MOST_BUILT = CrashTables.STILL_ITEMS / CrashTables.ITEM_PARTITIONS;

    /** When a child ends. */
    enum Moment {
        /** At any time once it is ready. */
        RUNNING,
        /** Between a commit of Kafka's and the store's. */
        IN_WINDOW,
        /** At any time while it starts. */
        STARTING,
        /** While an index or a total is built, perhaps before it is ready. */
        BUILDING,
        /** Once it is ready, and nothing has been written since its start. */
        IDLE,
        /** In good order. */
        NONE
    }

    /**
     * Every third in the window, whose order of commits is known for one stream thread. The start after it has one too: a
     * partition that moves to another thread counts anew what was restored of it.
     */
    static List<Kill> plan(Random random, int count) {
        List<Kill> kills = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Moment moment = i % 3 == 1
                    ? Moment.IN_WINDOW
                    : i % 6 == 3 ? Moment.BUILDING : i > 0 && i % 6 == 0 ? Moment.STARTING : Moment.RUNNING;
            kills.add(of(moment, i > 0 && i % 3 == 0 ? 1 + random.nextInt(2) : 1, random, i));
        }
        return kills;
    }

    /** The last start. */
    static Kill none(Random random) {
        return of(Moment.NONE, 2, random, random.nextInt(2));
    }

    static Kill idle(Random random) {
        return of(Moment.IDLE, 1, random, 0);
    }

    private static Kill of(Moment moment, int threads, Random random, int number) {
        int most = switch (moment) {
            case IN_WINDOW -> MOST_WINDOWS;
            case STARTING -> MOST_WHILE_STARTING;
            case BUILDING -> MOST_BUILT;
            case RUNNING, IDLE, NONE -> MOST_RECORDS;
        };
        return new Kill(
                moment,
                1 + random.nextInt(most),
                threads,
                16 + random.nextInt(49),
                random.nextBoolean(),
                declared(random, number));
    }

    /** Some, other ones each time; one name is declared otherwise than before each time, so that there is one to build. */
    private static List<OrderProjection> declared(Random random, int number) {
        List<OrderProjection> declared = new ArrayList<>(List.of(OrderProjection.values()));
        declared.remove(number % 2 == 0 ? OrderProjection.BY_USER : OrderProjection.BY_USER_OTHERWISE);
        declared.removeIf(projection -> !isByUser(projection) && random.nextInt(3) == 0);
        return declared;
    }

    private static boolean isByUser(OrderProjection projection) {
        return projection == OrderProjection.BY_USER || projection == OrderProjection.BY_USER_OTHERWISE;
    }
}
