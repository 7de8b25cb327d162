package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What must be in the topic of what is derived, each delete once. */
final class ExactlyOnce {

    private ExactlyOnce() {}

    /**
     * The deleted items were written once and are deleted once, the sums of their users went back once each, and nobody wrote or
     * deleted the others again.
     *
     * @param out all that was written, by key
     */
    static void assertDeleted(ZombieScene scene, Map<String, List<Optional<String>>> out) {
        List<OrderItem> all = new ArrayList<>(scene.live());
        all.addAll(scene.zombies());
        for (OrderItem item : all) {
            boolean isGone = scene.zombies().contains(item);
            String text = ItemText.ofItem(item);
            assertOnce(out, "item/" + item.orderId(), text, isGone);
            assertOnce(out, "joined/" + item.orderId(), text + " at level " + Derived.LEVEL, isGone);
            assertOnce(out, "shipped/" + item.orderId(), text + " by " + Derived.CARRIER, isGone);
        }
        for (Map.Entry<String, Long> user : scene.expected().perUser().entrySet()) {
            List<Optional<String>> sums = out.getOrDefault("user/" + user.getKey(), List.of());
            assertThat(sums)
                    .as("sums of a user, one a change")
                    .hasSize(count(all, user.getKey()) + count(scene.zombies(), user.getKey()))
                    .last()
                    .isEqualTo(Optional.of(Long.toString(user.getValue())));
        }
    }

    private static void assertOnce(Map<String, List<Optional<String>>> out, String key, String text, boolean isGone) {
        List<Optional<String>> values = new ArrayList<>(out.getOrDefault(key, List.of()));
        // A left join answers with none as long as the other table's row has not been read.
        while (!values.isEmpty() && values.get(0).isEmpty()) {
            values.remove(0);
        }
        assertThat(values)
                .as(key)
                .isEqualTo(isGone ? List.of(Optional.of(text), Optional.empty()) : List.of(Optional.of(text)));
    }

    private static int count(Iterable<OrderItem> items, String user) {
        int count = 0;
        for (OrderItem item : items) {
            count += requireNonNull(item.userId()).equals(user) ? 1 : 0;
        }
        return count;
    }
}
